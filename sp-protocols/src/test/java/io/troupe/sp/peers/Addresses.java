// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Fresh addresses on this machine, one for each test. Any thread may ask. */
public final class Addresses {
    // Below the range from which Linux takes the ports of outgoing connections: nothing steals one before it is bound.
    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 31_999;
    // nanomsg takes addresses up to 128 bytes, Linux paths up to 107.
    private static final int LONGEST_PATH = 99;

    private static final Set<Integer> USED = ConcurrentHashMap.newKeySet();
    private static final AtomicInteger FILES = new AtomicInteger();
    private static final Path FOLDER = folder();

    private Addresses() {}

    /**
     * An address nobody uses. The host of secure ones is {@code localhost}, as in the certificates; those of WebSockets
     * have the path {@code /sp}. The folder of ipc files is removed when the JVM ends.
     */
    public static String fresh(Scheme scheme) {
        return switch (scheme) {
            case TCP -> "tcp://127.0.0.1:" + freePort();
            case IPC -> "ipc://" + ipcPath();
            case WS -> "ws://127.0.0.1:" + freePort() + "/sp";
            case TLS -> "tls+tcp://localhost:" + freePort();
            case WSS -> "wss://localhost:" + freePort() + "/sp";
        };
    }

    /** A port nobody listens at, never given twice by this JVM. */
    public static int freePort() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT + 1);
            if (USED.add(port) && canBind(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port is free: from=" + FIRST_PORT + ", to=" + LAST_PORT);
    }

    /** A path for a socket file that does not exist yet, shorter than 100 bytes. */
    public static Path ipcPath() {
        Path path = FOLDER.resolve(FILES.incrementAndGet() + ".ipc");
        if (path.toString().length() > LONGEST_PATH) {
            throw new IllegalStateException("the folder for temporary files must have a shorter name: path=" + path);
        }
        return path;
    }

    /** The file of an ipc address. */
    public static Path path(String uri) {
        return Path.of(uri.substring("ipc://".length()));
    }

    /** The port of any other address. */
    public static int port(String uri) {
        return URI.create(uri).getPort();
    }

    private static boolean canBind(int port) {
        // It binds without listening: a process that is started meanwhile inherits it for a moment, and a listener
        // would keep the port occupied for as long.
        try (Socket probe = new Socket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return probe.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static Path folder() {
        try {
            Path folder = Files.createTempDirectory("sp");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            return folder;
        } catch (IOException e) {
            throw new IllegalStateException("cannot make a folder for ipc files", e);
        }
    }

    private static void remove(Path folder) {
        try (var files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // Left for the system to clean up.
        }
    }
}
