// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Sockets;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Listeners that want the same path at the same time: one gets it, and is reached there. */
@Timeout(60)
@EnabledOnOs({OS.LINUX, OS.MAC})
class IpcRaceTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 60;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final CyclicBarrier begin = new CyclicBarrier(THREADS);

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void shouldLetOneListen(boolean staleFile, boolean permitted) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Path path = folder.resolve("s" + round);
            if (staleFile) {
                leaveFile(path);
            }
            List<DuplexSocket> listening = new ArrayList<>();
            Callable<DuplexSocket> starting = () -> started(path, permitted);
            for (Future<DuplexSocket> start : threads.invokeAll(Collections.nCopies(THREADS, starting))) {
                if (start.get() != null) {
                    listening.add(start.get());
                }
            }
            assertThat(listening).as("round " + round).hasSize(1);
            try (DuplexSocket only = listening.get(0);
                    SocketChannel dialled = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
                assertThat(dialled.isConnected()).isTrue();
                assertThat(only.protocol()).isNotNull();
            }
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    /** As a process leaves it that dies. */
    private static void leaveFile(Path path) throws IOException {
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(path));
        }
    }

    private static SocketOptions options(boolean permitted) {
        SocketOptions.Builder options = SocketOptions.builder().linger(Duration.ZERO);
        return (permitted ? options.ipcPermissions("rw-------") : options).build();
    }

    /** A socket that listens, or null: another one does. */
    private DuplexSocket started(Path path, boolean permitted) throws Exception {
        DuplexSocket socket = Sockets.pair(options(permitted));
        begin.await();
        try {
            socket.listen("ipc://" + path);
            return socket;
        } catch (SpException e) {
            socket.close();
            assertThat(e.reason()).isEqualTo(SpError.ADDRESS_IN_USE);
            return null;
        }
    }

    /** Its file is gone before its place is free, so it cannot take the successor's file for its own. */
    @Test
    void shouldLeaveItsPlaceToASuccessor() throws Exception {
        Path path = folder.resolve("place");
        DuplexSocket before = Sockets.pair(options(false));
        before.listen("ipc://" + path);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                DuplexSocket after = Sockets.pair(options(false));
                Future<?> taken = threads.submit(awaitPlace(after, path));
                before.close();
                taken.get();
                before = after;
                try (SocketChannel dialled = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
                    assertThat(dialled.isConnected()).isTrue();
                }
            }
        } finally {
            before.close();
        }
    }

    private static Callable<Void> awaitPlace(DuplexSocket socket, Path path) {
        return () -> {
            long start = System.nanoTime();
            while (true) {
                try {
                    socket.listen("ipc://" + path);
                    return null;
                } catch (SpException e) {
                    assertThat(e.reason()).isEqualTo(SpError.ADDRESS_IN_USE);
                    assertThat(System.nanoTime() - start).isLessThan(LIMIT.toNanos());
                }
            }
        };
    }
}
