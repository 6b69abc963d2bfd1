// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.sp.peers.Certificates;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Where sockets of one transport meet: a new address for each life, and options that fit. */
final class Ground {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final String scheme;
    private final Path folder;
    private final SocketOptions options;

    Ground(String scheme, Path folder) {
        this.scheme = scheme;
        this.folder = folder;
        SocketOptions usual = SocketOptions.builder()
                .linger(Duration.ofSeconds(20))
                .reconnectMin(Duration.ofMillis(2))
                .reconnectMax(Duration.ofMillis(20))
                .build();
        if (isSecure()) {
            Certificates files = Certificates.in(folder.resolve("pem"));
            usual = usual.toBuilder()
                    .tls(PemFiles.mutual(files.server(), files.serverKey(), files.authority()))
                    .build();
        }
        this.options = usual;
    }

    boolean isSecure() {
        return scheme.equals("tls+tcp") || scheme.equals("wss");
    }

    /** Where to listen; the listener tells where to dial. */
    String address() {
        return address(scheme, folder);
    }

    /** A new address of this scheme. */
    static String address(String scheme, Path folder) {
        int number = NUMBERS.incrementAndGet();
        return switch (scheme) {
            case "inproc" -> "inproc://stress-" + number;
            case "ipc" -> "ipc://" + folder.resolve("s" + number);
            case "ws", "wss" -> scheme + "://127.0.0.1:0/sp" + number;
            default -> scheme + "://127.0.0.1:0";
        };
    }

    /** Options whose limits for sending and receiving are these. */
    SocketOptions options(Duration limit) {
        return options.toBuilder().sendTimeout(limit).receiveTimeout(limit).build();
    }
}
