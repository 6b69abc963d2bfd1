// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.TransportContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The first eight bytes on both ways of a new connection. Ends in a started pipe, or in a closed channel and words to the
 * acceptor, at the latest when its time is over. On the reactor's thread, save {@link #close}.
 */
final class Handshake implements SelectionHandler, AutoCloseable {
    /** Zero, "SP", version 0. */
    private static final int MAGIC = 0x00535000;

    private static final int SIZE = 8;
    private static final int TYPE_AT = 4;
    private static final int RESERVED_AT = 6;
    private static final int SHORT = 0xffff;

    private final SocketChannel channel;
    private final ReactorContext reactorContext;
    private final FrameFormat format;
    private final TransportContext context;
    private final PipeAcceptor acceptor;
    private final Role role;
    private final ByteBuffer theirs = ByteBuffer.allocate(SIZE);
    private final AtomicBoolean done = new AtomicBoolean();
    private @Nullable SelectionKey key;
    private ReactorDeadlines.@Nullable Deadline deadline;

    Handshake(
            SocketChannel channel,
            ReactorContext reactorContext,
            FrameFormat format,
            TransportContext context,
            PipeAcceptor acceptor,
            Role role) {
        this.channel = channel;
        this.reactorContext = reactorContext;
        this.format = format;
        this.context = context;
        this.acceptor = acceptor;
        this.role = role;
    }

    /** Sends our bytes and waits for theirs. */
    void start(long limitNanos) {
        try {
            channel.configureBlocking(false);
            NioChannels.configure(channel, context.options());
            key = reactorContext.reactor().register(channel, SelectionKey.OP_READ, this);
            deadline = reactorContext.reactor().after(limitNanos, this::expire);
            if (channel.write(ours(context.protocol())) < SIZE) {
                throw new IOException("a new connection takes no bytes");
            }
        } catch (IOException | RuntimeException e) {
            onFailure(e);
        }
    }

    static ByteBuffer ours(Protocol protocol) {
        return ByteBuffer.allocate(SIZE)
                .putInt(MAGIC)
                .putShort((short) protocol.number())
                .putShort((short) 0)
                .flip();
    }

    @Override
    public void onReady(int operations) {
        try {
            if (channel.read(theirs) < 0) {
                fail(new SpException(SpError.CONNECTION_LOST, "the peer hung up during the handshake: " + role));
            } else if (!theirs.hasRemaining()) {
                check();
            }
        } catch (IOException e) {
            onFailure(e);
        }
    }

    private void check() throws IOException {
        int type = theirs.getShort(TYPE_AT) & SHORT;
        int wanted = context.protocol().peerNumber();
        if (theirs.getInt(0) != MAGIC || theirs.getShort(RESERVED_AT) != 0) {
            fail(new SpException(
                    SpError.PROTOCOL,
                    "an SP peer begins with 0053 5000, its type, and 0000: bytes="
                            + HexFormat.of().formatHex(theirs.array()) + ", " + role));
        } else if (type != wanted) {
            fail(new SpException(
                    SpError.PROTOCOL,
                    "protocols do not fit: ours=" + hex(context.protocol().number()) + ", theirs=" + hex(type)
                            + ", wanted=" + hex(wanted) + ", " + role));
        } else {
            succeed();
        }
    }

    private static String hex(int number) {
        return "0x" + Integer.toHexString(number);
    }

    private void succeed() throws IOException {
        SelectionKey registered = key;
        if (registered == null || !finish()) {
            return;
        }
        String address = role.address();
        PeerInfo peer = new PeerInfo(
                context.protocol().peer(),
                NioChannels.uri(channel.getLocalAddress(), address),
                NioChannels.uri(channel.getRemoteAddress(), address),
                role.accepted(),
                NioChannels.identity(channel));
        new NioPipe(registered, reactorContext, format, context, peer).start(acceptor);
    }

    private void expire() {
        fail(new SpException(
                SpError.TIMED_OUT,
                "the handshake took longer than its limit: limit="
                        + context.options().handshakeTimeout() + ", " + role));
    }

    @Override
    public void onFailure(Throwable cause) {
        fail(
                cause instanceof SpException known
                        ? known
                        : new SpException(
                                SpError.IO, "the handshake failed: cause=" + cause.getMessage() + ", " + role, cause));
    }

    private void fail(SpException cause) {
        if (finish()) {
            NioChannels.close(channel);
            acceptor.failed(cause);
        }
    }

    /** Gives it up; no effect once it has ended. */
    @Override
    public void close() {
        if (finish()) {
            NioChannels.close(channel);
            reactorContext.reactor().wakeup();
        }
    }

    private boolean finish() {
        if (!done.compareAndSet(false, true)) {
            return false;
        }
        ReactorDeadlines.Deadline waiting = deadline;
        if (waiting != null) {
            waiting.cancel();
        }
        role.ended().accept(this);
        return true;
    }

    /**
     * What we are in it.
     *
     * @param address the listener's
     * @param accepted whether we are the listener
     * @param ended told when it is over
     */
    record Role(String address, boolean accepted, java.util.function.Consumer<Handshake> ended) {
        @Override
        public String toString() {
            return "address=" + address;
        }
    }
}
