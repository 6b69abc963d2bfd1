// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Random;

/** A bare connection to a listener, whose other end does what no SP peer does. */
final class Stranger implements AutoCloseable {
    private static final byte[] REQ_HELLO = {0, 'S', 'P', 0, 0, 0x30, 0, 0};
    private static final int MOST = 2000;

    private final SocketChannel channel;

    private Stranger(SocketChannel channel) {
        this.channel = channel;
    }

    static Stranger at(String uri) throws IOException {
        return new Stranger(SocketChannel.open(address(uri)));
    }

    private static SocketAddress address(String uri) {
        return uri.startsWith("ipc://")
                ? UnixDomainSocketAddress.of(uri.substring("ipc://".length()))
                : new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), URI.create(uri).getPort());
    }

    SocketChannel channel() {
        return channel;
    }

    /** Leaves with a reset when it is closed, so that no port is kept for it. */
    Stranger rude() throws IOException {
        if (channel.getRemoteAddress() instanceof InetSocketAddress) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        return this;
    }

    /** Whatever comes; the listener may have hung up before all is out. */
    void say(byte[] bytes) {
        try {
            ByteBuffer out = ByteBuffer.wrap(bytes);
            while (out.hasRemaining()) {
                channel.write(out);
            }
        } catch (IOException e) {
            // it was understood
        }
    }

    /** What to say to a stream listener: nothing, or garbage that is the more plausible the larger the kind. */
    static byte[] nonsense(Random random, boolean ipc) {
        byte[] noise = new byte[random.nextInt(MOST)];
        random.nextBytes(noise);
        ByteBuffer out = ByteBuffer.allocate(2 * MOST);
        int kind = random.nextInt(8);
        if (kind == 0) {
            return new byte[0];
        }
        if (kind == 1) {
            return noise;
        }
        if (kind == 2) {
            return java.util.Arrays.copyOf(REQ_HELLO, random.nextInt(REQ_HELLO.length));
        }
        out.put(REQ_HELLO);
        if (kind == 3) {
            out.put(random.nextInt(8), (byte) random.nextInt());
        } else if (kind >= 5) {
            if (ipc) {
                out.put((byte) (random.nextInt(4) == 0 ? 2 : 1));
            }
            out.putLong(length(random, kind, noise.length));
        }
        if (kind >= 4) {
            out.put(noise);
        }
        return java.util.Arrays.copyOf(out.array(), out.position());
    }

    private static long length(Random random, int kind, int noise) {
        return switch (kind) {
            case 5 -> random.nextLong();
            case 6 -> random.nextInt(1 << 20);
            default -> random.nextInt(noise + 1);
        };
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
