// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.error.SpError;
import io.troupe.sp.error.SpException;
import io.troupe.sp.pipe.PeerInfo;
import io.troupe.sp.protocol.Protocol;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.TransportContext;
import io.troupe.sp.transport.nio.frame.Framing;
import io.troupe.sp.transport.nio.reactor.Deadlines;
import io.troupe.sp.transport.nio.reactor.Home;
import io.troupe.sp.transport.nio.reactor.Selected;
import io.troupe.sp.transport.nio.stream.NioPipe;
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
final class Handshake implements Selected, AutoCloseable {
    /** Zero, "SP", version 0. */
    private static final int MAGIC = 0x00535000;

    private static final int SIZE = 8;
    private static final int TYPE_AT = 4;
    private static final int RESERVED_AT = 6;
    private static final int SHORT = 0xffff;

    private final SocketChannel channel;
    private final Home home;
    private final Framing framing;
    private final TransportContext wiring;
    private final PipeAcceptor acceptor;
    private final Role role;
    private final ByteBuffer theirs = ByteBuffer.allocate(SIZE);
    private final AtomicBoolean done = new AtomicBoolean();
    private @Nullable SelectionKey key;
    private Deadlines.@Nullable Deadline deadline;

    Handshake(
            SocketChannel channel,
            Home home,
            Framing framing,
            TransportContext wiring,
            PipeAcceptor acceptor,
            Role role) {
        this.channel = channel;
        this.home = home;
        this.framing = framing;
        this.wiring = wiring;
        this.acceptor = acceptor;
        this.role = role;
    }

    /** Sends our bytes and waits for theirs. */
    void start(long limitNanos) {
        try {
            channel.configureBlocking(false);
            Channels.configure(channel, wiring.options());
            key = home.reactor().register(channel, SelectionKey.OP_READ, this);
            deadline = home.reactor().after(limitNanos, this::expire);
            if (channel.write(ours(wiring.protocol())) < SIZE) {
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
        int wanted = wiring.protocol().peerNumber();
        if (theirs.getInt(0) != MAGIC || theirs.getShort(RESERVED_AT) != 0) {
            fail(new SpException(
                    SpError.PROTOCOL,
                    "an SP peer begins with 0053 5000, its type, and 0000: bytes="
                            + HexFormat.of().formatHex(theirs.array()) + ", " + role));
        } else if (type != wanted) {
            fail(new SpException(
                    SpError.PROTOCOL,
                    "protocols do not fit: ours=" + hex(wiring.protocol().number()) + ", theirs=" + hex(type)
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
                wiring.protocol().peer(),
                Channels.uri(channel.getLocalAddress(), address),
                Channels.uri(channel.getRemoteAddress(), address),
                role.accepted(),
                Channels.identity(channel));
        new NioPipe(registered, home, framing, wiring, peer).start(acceptor);
    }

    private void expire() {
        fail(new SpException(
                SpError.TIMED_OUT,
                "the handshake took longer than its limit: limit="
                        + wiring.options().handshakeTimeout() + ", " + role));
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
            Channels.close(channel);
            acceptor.failed(cause);
        }
    }

    /** Gives it up; no effect once it has ended. */
    @Override
    public void close() {
        if (finish()) {
            Channels.close(channel);
            home.reactor().wakeup();
        }
    }

    private boolean finish() {
        if (!done.compareAndSet(false, true)) {
            return false;
        }
        Deadlines.Deadline waiting = deadline;
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
