// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A process that greets as PAIR, sends half a message, reads nothing, and waits to be killed. Needs no class but its own. */
final class DoomedPeer {
    private static final byte[] HELLO = {0, 'S', 'P', 0, 0, 0x10, 0, 0};
    private static final int SIZE = 500_000;

    private DoomedPeer() {}

    /** Arguments: the path of a Unix socket, or a port. */
    public static void main(String[] args) throws IOException {
        boolean ipc = args[0].startsWith("/");
        SocketAddress there = ipc
                ? UnixDomainSocketAddress.of(args[0])
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        SocketChannel channel = SocketChannel.open(there);
        ByteBuffer out = ByteBuffer.allocate(SIZE).put(HELLO);
        if (ipc) {
            out.put((byte) 1);
        }
        out.putLong(SIZE).position(SIZE / 2).flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        System.out.println("half is out");
        while (System.in.read() >= 0) {
            // its end comes otherwise
        }
    }

    static Process start(String uri) throws IOException {
        String place = uri.startsWith("ipc://") ? uri.substring("ipc://".length()) : uri.replaceAll(".*:", "");
        return new ProcessBuilder(java(), "-cp", classes(), DoomedPeer.class.getName(), place)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String classes() {
        return Path.of(java.net.URI.create(DoomedPeer.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
                .toString();
    }
}
