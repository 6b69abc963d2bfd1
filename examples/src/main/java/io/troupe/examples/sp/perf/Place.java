// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp.perf;

import io.troupe.examples.certificates.Authority;
import io.troupe.examples.cli.Network;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A free address, and what is to be removed when it is no longer used. */
final class Place implements AutoCloseable {
    private static final String IPC_FILE = "perf.ipc";

    private final String uri;
    private final @Nullable Path directory;
    private final @Nullable PemFiles tls;

    private Place(String uri, @Nullable Path directory, @Nullable PemFiles tls) {
        this.uri = uri;
        this.directory = directory;
        this.tls = tls;
    }

    /** Between two sockets of this process. */
    enum Kind {
        /** Messages handed over. */
        INPROC,
        /** Unix sockets. */
        IPC,
        /** The loopback device. */
        TCP,
        /** TLS over it, with a certificate made for this run. */
        TLS,
        /** WebSocket over it. */
        WS,
        /** WebSocket over TLS. */
        WSS;

        /** As it is written on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Makes what it needs. */
    static Place of(Kind transport) throws IOException {
        return switch (transport) {
            case INPROC -> new Place("inproc://perf-" + System.nanoTime(), null, null);
            case TCP -> new Place("tcp://127.0.0.1:0", null, null);
            case WS -> new Place("ws://127.0.0.1:0/perf", null, null);
            case TLS -> encrypted("tls+tcp://127.0.0.1:0");
            case WSS -> encrypted("wss://127.0.0.1:0/perf");
            case IPC -> {
                Path made = Files.createTempDirectory("troupe-sp");
                yield new Place("ipc://" + made.resolve(IPC_FILE), made, null);
            }
        };
    }

    private static Place encrypted(String uri) throws IOException {
        Path made = Files.createTempDirectory("troupe-sp");
        Place place = new Place(
                uri,
                made,
                PemFiles.mutual(
                        made.resolve(Network.CERTIFICATE), made.resolve(Network.KEY), made.resolve(Network.AUTHORITY)));
        try {
            new Authority().writeTo(made);
            return place;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            place.close();
            throw new IOException("interrupted while making a certificate", e);
        } catch (IOException | GeneralSecurityException e) {
            place.close();
            throw new IOException("a certificate for the measurement could not be made: cause=" + e.getMessage(), e);
        }
    }

    String uri() {
        return uri;
    }

    /** The settings with the certificates that the address needs. */
    SocketOptions on(SocketOptions options) {
        return tls == null ? options : options.toBuilder().tls(tls).build();
    }

    /** Removes the files, the socket in case its listener has not, and their folder. */
    @Override
    public void close() throws IOException {
        if (directory != null) {
            for (String name : List.of(IPC_FILE, Network.CERTIFICATE, Network.KEY, Network.AUTHORITY)) {
                Files.deleteIfExists(directory.resolve(name));
            }
            Files.deleteIfExists(directory);
        }
    }
}
