// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers.wire;

import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;

/**
 * One raw connection on tcp or ipc that does exactly what a test says, and nothing else: who does not call a read method
 * never reads. For one thread. Every wait fails after {@link #PATIENCE} and tells the bytes that came.
 */
public final class WirePeer implements AutoCloseable {
    /** The limit of every wait. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int IPC_FRAME_HEADER = 9;
    private static final int LARGEST_FRAME = 64 << 20;

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final boolean ipc;

    WirePeer(SocketChannel channel, boolean ipc) throws IOException {
        this.channel = channel;
        this.ipc = ipc;
        channel.configureBlocking(false);
        if (!ipc) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        this.selector = Selector.open();
        this.key = channel.register(selector, 0);
    }

    /** Connects to an address of tcp, ipc or ws (before its upgrade); somebody must listen there. */
    public static WirePeer dial(String uri) {
        return dial(uri, 0);
    }

    /** Connects with a receive buffer of so many bytes, to be full soon when nothing is read; 0 is the usual size. */
    public static WirePeer dial(String uri, int receiveBuffer) {
        boolean ipc = Scheme.of(uri) == Scheme.IPC;
        SocketAddress address = address(uri);
        try {
            SocketChannel channel = ipc ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
            try {
                if (receiveBuffer > 0) {
                    channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBuffer);
                }
                channel.connect(address);
                return new WirePeer(channel, ipc);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot connect: uri=" + uri, e);
        }
    }

    /** Writes bytes in one piece, as far as the other side lets it. */
    public WirePeer write(String hex) {
        return write(Hex.bytes(hex));
    }

    /** Writes bytes in one piece, as far as the other side lets it. */
    public WirePeer write(byte[] bytes) {
        writeSlice(ByteBuffer.wrap(bytes));
        return this;
    }

    /** Writes bytes in pieces of a size; each is a system call and, on tcp, a segment of its own. */
    public WirePeer writeInPieces(int size, String hex) {
        byte[] bytes = Hex.bytes(hex);
        for (int at = 0; at < bytes.length; at += size) {
            write(Arrays.copyOfRange(bytes, at, Math.min(at + size, bytes.length)));
            // Gives the reader a chance to see the piece alone.
            Thread.yield();
        }
        return this;
    }

    /** Writes until the buffers of both sides are full, for the other side does not read; gives the bytes written. */
    public long writeUntilStuck(byte[] bytes, Duration stuck) {
        long written = 0;
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            while (true) {
                written += channel.write(buffer);
                if (!buffer.hasRemaining()) {
                    buffer.clear();
                } else if (!ready(SelectionKey.OP_WRITE, stuck)) {
                    return written;
                }
            }
        } catch (IOException e) {
            throw failure("the other side must not close: written=" + written, e);
        }
    }

    /** Writes the header of a role, and expects its partner's. */
    public WirePeer handshake(Role own) {
        return write(GoldenBytes.header(own)).expect(GoldenBytes.header(own.partner()));
    }

    /** Writes a payload in a frame of this transport. */
    public WirePeer send(String payload) {
        return write(ipc ? GoldenBytes.ipcFrame(payload) : GoldenBytes.tcpFrame(payload));
    }

    /** Reads a frame of this transport, and gives its payload. */
    public byte[] receive() {
        ByteBuffer header = ByteBuffer.wrap(read(ipc ? IPC_FRAME_HEADER : Long.BYTES));
        if (ipc && header.get() != 1) {
            throw new AssertionError("a frame on ipc must have type 1: header=" + Hex.of(header.array()));
        }
        long length = header.getLong();
        if (length < 0 || length > LARGEST_FRAME) {
            throw new AssertionError("a frame must have a usual length: header=" + Hex.of(header.array()));
        }
        return read((int) length);
    }

    /** Reads a frame of this transport, and expects this payload. */
    public WirePeer expectFrame(String payload) {
        equal(Hex.bytes(payload), receive());
        return this;
    }

    /** Reads as many bytes as these, and expects them. */
    public WirePeer expect(String hex) {
        byte[] expected = Hex.bytes(hex);
        equal(expected, read(expected.length));
        return this;
    }

    /** Reads exactly so many bytes. */
    public byte[] read(int count) {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (buffer.hasRemaining()) {
                int got = channel.read(buffer);
                if (got < 0) {
                    throw failure("bytes must come before the end: wanted=" + count + came(buffer), null);
                }
                if (got == 0 && !ready(SelectionKey.OP_READ, left(deadline))) {
                    throw failure("bytes must come in time: wanted=" + count + came(buffer), null);
                }
            }
        } catch (IOException e) {
            throw failure("the other side must not reset: wanted=" + count + came(buffer), e);
        }
        return buffer.array();
    }

    /** Expects that the other side closes, by end or by reset, before it sends another byte. */
    public void expectEnd() {
        ByteBuffer buffer = ByteBuffer.allocate(1);
        try {
            int got = channel.read(buffer);
            if (got == 0) {
                if (!ready(SelectionKey.OP_READ, PATIENCE)) {
                    throw failure("the other side must close", null);
                }
                got = channel.read(buffer);
            }
            if (got >= 0) {
                throw failure("no byte must come before the end" + came(buffer), null);
            }
        } catch (IOException reset) {
            // A side that closes with unread bytes resets: that is an end, too.
        }
    }

    /** Whether anything can be read: bytes or the end. Does not wait. */
    public boolean readable() {
        try {
            return ready(SelectionKey.OP_READ, Duration.ZERO);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends the end of the stream; reading goes on. */
    public WirePeer endOutput() {
        try {
            channel.shutdownOutput();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes by a reset instead of an end; tcp only. */
    public void reset() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        close();
    }

    @Override
    public void close() {
        try {
            selector.close();
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SocketAddress address(String uri) {
        return Scheme.of(uri) == Scheme.IPC
                ? UnixDomainSocketAddress.of(Addresses.path(uri))
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), Addresses.port(uri));
    }

    private void writeSlice(ByteBuffer buffer) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (buffer.hasRemaining()) {
                if (channel.write(buffer) == 0 && !ready(SelectionKey.OP_WRITE, left(deadline))) {
                    throw failure("the other side must read: unwritten=" + buffer.remaining(), null);
                }
            }
        } catch (IOException e) {
            throw failure("the other side must not close: unwritten=" + buffer.remaining(), e);
        }
    }

    private boolean ready(int operation, Duration patience) throws IOException {
        key.interestOps(operation);
        selector.selectedKeys().clear();
        long millis = patience.toMillis();
        return (millis <= 0 ? selector.selectNow() : selector.select(millis)) > 0;
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    private static void equal(byte[] expected, byte[] actual) {
        if (!Arrays.equals(expected, actual)) {
            throw new AssertionError(
                    "bytes must be equal:\nexpected=" + Hex.of(expected) + "\nactual=  " + Hex.of(actual));
        }
    }

    private static String came(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.position()];
        buffer.duplicate().flip().get(bytes);
        return ", came=" + Hex.of(bytes);
    }

    private AssertionError failure(String rule, IOException cause) {
        return new AssertionError(rule + ", connection=" + channel, cause);
    }
}
