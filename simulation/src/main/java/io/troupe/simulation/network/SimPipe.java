// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A pipe of sockets over one simulated connection: first eight bytes that say who is there, then messages, each behind its length.
 * Source: the SP RFC {@code sp-tcp-mapping}.
 */
final class SimPipe implements Pipe, ConnectionListener {
    private static final int HELLO = 8;
    private static final int MAGIC = 0x00_53_50_00;
    private static final int LENGTH = 8;

    private final SimSocketHost host;
    private final TransportContext context;
    private final PipeAcceptor acceptor;
    private final SpAddress address;
    private final boolean accepted;
    private final int id;
    private final ArrayDeque<SpMessage> unsent = new ArrayDeque<>();

    private @Nullable Connection connection;
    private SocketTimers.@Nullable Timeout limit;
    private @Nullable PipeHandler handler;
    /** Handed to nobody, since the handler had no room for it. */
    private @Nullable SpMessage refused;
    /** Why this side ends it. */
    private @Nullable String ending;

    private State state = State.GREETING;
    private boolean blocked;
    private boolean delivering;
    private boolean resumed;
    private boolean leaving;

    private enum State {
        /** Not through the handshake. */
        GREETING,
        OPEN,
        /** The acceptor, or the handler, knows of its end, or will when the connection tells. */
        ENDED
    }

    SimPipe(SimSocketHost host, TransportContext context, PipeAcceptor acceptor, SpAddress address, boolean accepted) {
        this.host = host;
        this.context = context;
        this.acceptor = acceptor;
        this.address = address;
        this.accepted = accepted;
        this.id = host.nextPipe();
    }

    private Connection connection() {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("a pipe must have its connection: address=" + address);
        }
        return open;
    }

    // ---- the handshake -------------------------------------------------------------------------------------------

    /** From now on the time for the handshake passes. */
    void limitHandshake() {
        if (state == State.GREETING && limit == null) {
            limit = host.timers()
                    .after(
                            context.options().handshakeTimeout().toNanos(),
                            () -> fail(new SpException(
                                    SpError.TIMED_OUT,
                                    "the handshake took longer than its limit: limit="
                                            + context.options().handshakeTimeout() + ", address=" + address)));
        }
    }

    @Override
    public void onOpen(Connection opened) {
        connection = opened;
        if (state == State.ENDED) {
            opened.abort();
            return;
        }
        limitHandshake();
        byte[] hello = ByteBuffer.allocate(HELLO)
                .putInt(MAGIC)
                .putShort((short) context.protocol().number())
                .putShort((short) 0)
                .array();
        opened.write(hello, 0, HELLO);
        opened.flush();
    }

    /** Ends before there was a pipe; no effect afterwards. */
    void fail(SpException cause) {
        if (state == State.GREETING) {
            giveUp();
            acceptor.failed(cause);
        }
    }

    /** Nobody wants to hear of the attempt any more; no effect on a pipe. */
    void giveUp() {
        if (state == State.GREETING) {
            state = State.ENDED;
            endLimit();
            if (connection != null) {
                connection.abort();
            }
        }
    }

    private void endLimit() {
        if (limit != null) {
            limit.cancel();
            limit = null;
        }
    }

    private void greeted(ByteBuffer hello) {
        int magic = hello.getInt();
        int type = hello.getShort() & 0xffff;
        int reserved = hello.getShort();
        if (magic != MAGIC || reserved != 0 || type != context.protocol().peerNumber()) {
            fail(new SpException(
                    SpError.PROTOCOL,
                    "the peer must be one of SP and of the protocol that fits: ours=" + context.protocol() + ", type=0x"
                            + Integer.toHexString(type) + ", address=" + address));
            return;
        }
        endLimit();
        state = State.OPEN;
        PipeHandler given = acceptor.attach(this);
        handler = given;
        if (given == null) {
            state = State.ENDED;
            connection().abort();
        } else if (blocked && isWritable()) {
            blocked = false;
            given.onWritable(this);
        }
    }

    // ---- receiving -----------------------------------------------------------------------------------------------

    @Override
    public int onBytes(byte[] bytes, int from, int to) {
        ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
        if (state == State.GREETING) {
            if (in.remaining() < HELLO) {
                return 0;
            }
            greeted(in);
        }
        while (state == State.OPEN && refused == null) {
            SpMessage message = next(in);
            if (message == null) {
                break;
            }
            deliver(message);
        }
        return state == State.ENDED ? to - from : in.position() - from;
    }

    private @Nullable SpMessage next(ByteBuffer in) {
        if (in.remaining() < LENGTH) {
            return null;
        }
        long length = in.getLong(in.position());
        int most = context.options().maxReceiveSize();
        if (length < 0 || length > (most == 0 ? Integer.MAX_VALUE - LENGTH : most)) {
            context.drops().dropped(DropReason.TOO_LONG);
            close("a message must not be larger than the receive limit: size=" + Long.toUnsignedString(length)
                    + ", limit=" + most);
            return null;
        }
        if (in.remaining() < LENGTH + length) {
            return null;
        }
        in.position(in.position() + LENGTH);
        SpMessage message = SpMessage.allocate((int) length);
        message.copyFrom(in, 0);
        message.pipe(id);
        return message;
    }

    /** Hands it over; what is refused waits, and nothing more is read. */
    private void deliver(SpMessage message) {
        PipeHandler there = handler;
        if (there == null) {
            message.release();
            return;
        }
        delivering = true;
        boolean taken;
        do {
            resumed = false;
            taken = there.onMessage(this, message);
        } while (!taken && resumed);
        delivering = false;
        if (!taken) {
            refused = message;
            connection().reading(false);
        }
    }

    @Override
    public void resume() {
        if (delivering) {
            resumed = true;
            return;
        }
        SpMessage waiting = refused;
        if (waiting != null && state == State.OPEN) {
            refused = null;
            deliver(waiting);
            if (refused == null) {
                connection().reading(true);
            }
        }
    }

    // ---- sending -------------------------------------------------------------------------------------------------

    @Override
    public boolean offer(SpMessage message) {
        if (state != State.OPEN || leaving || ending != null) {
            return false;
        }
        if (unsent.size() >= context.options().sendBuffer()) {
            blocked = true;
            return false;
        }
        unsent.addLast(message);
        write();
        return true;
    }

    private void write() {
        Connection open = connection();
        boolean any = false;
        while (!unsent.isEmpty() && open.isWritable()) {
            SpMessage message = unsent.removeFirst();
            byte[] frame = frame(message);
            message.release();
            open.write(frame, 0, frame.length);
            any = true;
        }
        if (any) {
            open.flush();
        }
        if (leaving && unsent.isEmpty()) {
            open.close();
        }
    }

    private static byte[] frame(SpMessage message) {
        ByteBuffer frame = ByteBuffer.allocate(LENGTH + message.wireSize()).putLong(message.wireSize());
        for (int i = 0; i < message.headerSize(); i++) {
            frame.putInt(message.headerWord(i));
        }
        return frame.put(message.body()).array();
    }

    @Override
    public void onWritable() {
        if (state == State.OPEN && ending == null) {
            write();
            PipeHandler told = handler;
            if (blocked && told != null && isWritable()) {
                blocked = false;
                told.onWritable(this);
            }
        }
    }

    @Override
    public boolean isWritable() {
        return state == State.OPEN
                && !leaving
                && ending == null
                && unsent.size() < context.options().sendBuffer();
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public boolean poll() {
        return false; // bytes arrive by events
    }

    @Override
    public void watch() {
        // see poll
    }

    @Override
    public int pending() {
        return unsent.size();
    }

    // ---- ending --------------------------------------------------------------------------------------------------

    @Override
    public void close(String reason) {
        if (state == State.OPEN && ending == null) {
            ending = reason;
            connection().abort();
        }
    }

    @Override
    public void closeGently(String reason) {
        if (state == State.OPEN && !leaving && ending == null) {
            leaving = true;
            write();
        }
    }

    @Override
    public void onClose(@Nullable String cause) {
        if (state == State.GREETING) {
            fail(new SpException(SpError.CONNECTION_LOST, "the peer hung up during the handshake: address=" + address));
            return;
        }
        PipeHandler told = handler;
        if (state == State.ENDED || told == null) {
            return;
        }
        state = State.ENDED;
        if (refused != null) {
            refused.release();
            refused = null;
            context.drops().dropped(DropReason.CLOSED);
        }
        if (!unsent.isEmpty()) {
            context.drops().dropped(ending == null ? DropReason.PEER_GONE : DropReason.CLOSED, unsent.size());
            unsent.forEach(SpMessage::release);
            unsent.clear();
        }
        String why = ending;
        told.onClosed(this, why != null ? why : cause != null ? cause : "the connection was closed");
    }

    // ---- facts ---------------------------------------------------------------------------------------------------

    @Override
    public int id() {
        return id;
    }

    @Override
    public PeerInfo peer() {
        String there = "tcp://" + connection().peer();
        return accepted
                ? new PeerInfo(context.protocol().peer(), address.toString(), there, true, null)
                : new PeerInfo(context.protocol().peer(), "tcp://" + host, address.toString(), false, null);
    }

    @Override
    public String toString() {
        return "SimPipe[" + id + ", address=" + address + "]";
    }
}
