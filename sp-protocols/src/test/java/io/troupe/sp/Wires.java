// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.net.netty.SocketChoice;
import io.troupe.net.netty.SocketIo;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Certificates;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.provider.MethodSource;

/** The ways of reaching peers that each protocol is tested over. */
public final class Wires {
    private static final AtomicInteger NAMES = new AtomicInteger();

    /** Each gives an address to listen at that nobody uses; dial what the listener says. */
    private static final List<Wire> ALL = List.of(
            new Wire("inproc", Wires::inproc),
            new Wire("ipc", () -> "ipc://" + Addresses.ipcPath()),
            new Wire("abstract", Wires::nameless),
            new Wire("tcp", () -> "tcp://127.0.0.1:0"),
            new Wire("tls+tcp", () -> "tls+tcp://127.0.0.1:0"),
            new Wire("ws", () -> "ws://127.0.0.1:0/wire"),
            new Wire("wss", () -> "wss://127.0.0.1:0/wire"));

    private Wires() {}

    /** All of them that this system has. */
    public static List<Wire> present() {
        boolean linux = SocketChoice.best().io() == SocketIo.EPOLL;
        return ALL.stream()
                .filter(wire -> linux || !wire.scheme().equals("abstract"))
                .toList();
    }

    /**
     * For {@code @MethodSource}: the ways that this system has; one test gets some of them, all tests of its class together
     * all, see {@link Combinations}.
     */
    public static Stream<Wire> all(TestInfo test) {
        Class<?> type = test.getTestClass().orElseThrow();
        List<String> tests = Arrays.stream(type.getDeclaredMethods())
                .filter(Wires::isSource)
                .map(Method::getName)
                .sorted()
                .toList();
        int index = tests.indexOf(test.getTestMethod().orElseThrow().getName());
        return Combinations.share(present(), type.getName(), index, tests.size()).stream();
    }

    private static boolean isSource(Method test) {
        MethodSource source = test.getAnnotation(MethodSource.class);
        return source != null && source.value()[0].endsWith("Wires#all");
    }

    /** A fresh address without a file. */
    public static String nameless() {
        return "abstract://wire-" + ProcessHandle.current().pid() + "-" + NAMES.incrementAndGet();
    }

    /** A fresh address within the process. */
    public static String inproc() {
        return "inproc://wire-" + NAMES.incrementAndGet();
    }

    /** Certificates, made once, when first needed. */
    private static final class Tls {
        static final PemFiles FILES = make();

        private static PemFiles make() {
            try {
                Path folder = Files.createTempDirectory("wires");
                Certificates all = Certificates.in(folder);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder, all)));
                return PemFiles.mutual(all.server(), all.serverKey(), all.authority());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void delete(Path folder, Certificates all) {
            try {
                for (Path file :
                        List.of(all.authority(), all.server(), all.serverKey(), all.client(), all.clientKey())) {
                    Files.deleteIfExists(file);
                }
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * One way of reaching peers.
     *
     * @param scheme for reports
     * @param uri gives a fresh address to listen at
     */
    public record Wire(String scheme, Supplier<String> uri) {
        /** A fresh address to listen at. */
        public String fresh() {
            return uri.get();
        }

        /** Default settings with what it needs. */
        public SocketOptions options() {
            return options(SocketOptions.defaults());
        }

        /** These settings with what it needs: certificates where it is encrypted. */
        public SocketOptions options(SocketOptions base) {
            return isEncrypted() ? base.toBuilder().tls(Tls.FILES).build() : base;
        }

        /** Whether connections are costly. */
        public boolean isEncrypted() {
            return scheme.equals("tls+tcp") || scheme.equals("wss");
        }

        /** Whether Netty's threads read and write. */
        public boolean isOnNetty() {
            return isEncrypted() || scheme.equals("ws");
        }

        @Override
        public String toString() {
            return scheme;
        }
    }
}
