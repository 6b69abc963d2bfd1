// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Tells whether somebody listens at an address; on Linux without connecting, for nng's ipc listener does not bear it. */
final class Listening {
    private static final Path KERNEL = Path.of("/proc/net");
    private static final String TCP_LISTENS = "0A";
    private static final String UNIX_LISTENS = "00010000";

    private Listening() {}

    static boolean at(String uri) {
        boolean ipc = Scheme.of(uri) == Scheme.IPC;
        if (!Files.isReadable(KERNEL.resolve("unix"))) {
            return accepts(
                    ipc
                            ? UnixDomainSocketAddress.of(Addresses.path(uri))
                            : new InetSocketAddress(InetAddress.getLoopbackAddress(), Addresses.port(uri)));
        }
        return ipc ? unix(Addresses.path(uri)) : tcp(Addresses.port(uri));
    }

    private static boolean tcp(int port) {
        String suffix = ":%04X".formatted(port);
        // The columns: number, local address, remote address, state.
        Predicate<String[]> listener = row -> row[1].endsWith(suffix) && row[3].equals(TCP_LISTENS);
        return anyRow("tcp", listener) || anyRow("tcp6", listener);
    }

    private static boolean unix(Path path) {
        // The columns: address, references, protocol, flags, type, state, inode, path.
        return anyRow(
                "unix",
                row -> row.length > 7
                        && row[3].equals(UNIX_LISTENS)
                        && Path.of(row[7]).equals(path));
    }

    private static boolean anyRow(String table, Predicate<String[]> condition) {
        Path file = KERNEL.resolve(table);
        if (!Files.exists(file)) {
            return false;
        }
        try (Stream<String> rows = Files.lines(file)) {
            return rows.skip(1).map(row -> row.trim().split("\\s+")).anyMatch(condition);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read: file=" + file, e);
        }
    }

    private static boolean accepts(SocketAddress address) {
        try (SocketChannel probe = SocketChannel.open(address)) {
            return probe.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }
}
