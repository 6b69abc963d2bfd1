// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.PipeIds;
import io.troupe.sp.transport.TransportContext;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection whose handshake is through: {@link PipeWriter} sends, {@link PipeReader} receives, each under a lock of its
 * own. Any thread may close it; {@code onClosed} is told by whoever reads last, once the writer has ended, too.
 */
final class NioPipe implements Pipe, SelectionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(NioPipe.class);
    /** How long a peer that takes nothing any more may go on sending. */
    private static final long HALF_OPEN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int id = PipeIds.next();
    private final SelectionKey key;
    private final SocketChannel channel;
    private final ReactorContext reactorContext;
    private final TransportContext context;
    private final PeerInfo peer;
    private final PipeWriter writer;
    private final PipeReader reader;
    private final AtomicReference<@Nullable String> closed = new AtomicReference<>();
    private volatile boolean ending;
    private volatile boolean mute;
    private volatile boolean lostPeer;
    private volatile @Nullable PipeHandler handler;

    /** A pipe that is not started yet. The key's channel must be connected. */
    NioPipe(
            SelectionKey key,
            ReactorContext reactorContext,
            FrameFormat format,
            TransportContext context,
            PeerInfo peer) {
        this.key = key;
        this.channel = (SocketChannel) key.channel();
        this.reactorContext = reactorContext;
        this.context = context;
        this.peer = peer;
        SocketOptions options = context.options();
        this.writer = new PipeWriter(this, channel, format, reactorContext.buffers(), options.sendBuffer());
        this.reader = new PipeReader(this, channel, format, reactorContext, options.maxReceiveSize());
    }

    /** Hands the pipe to the acceptor, then begins to read; on the reactor's thread. */
    void start(PipeAcceptor acceptor) {
        key.attach(this);
        PipeHandler given = null;
        try {
            given = acceptor.attach(this);
        } catch (RuntimeException e) {
            LOG.error("a pipe could not be attached: pipe={}", this, e);
        }
        handler = given;
        if (given == null) {
            close("turned away");
        } else {
            wantReadable(true);
            given.onWritable(
                    this); // senders may have been refused, and room may have come, before there was whom to tell
        }
        reader.start();
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public PeerInfo peer() {
        return peer;
    }

    @Override
    public boolean offer(SpMessage message) {
        return writer.offer(message);
    }

    @Override
    public boolean isWritable() {
        return writer.isWritable();
    }

    @Override
    public void flush() {
        writer.flush();
    }

    @Override
    public boolean poll() {
        writer.poke();
        return reader.poll();
    }

    @Override
    public void watch() {
        writer.watch();
        reader.watch();
    }

    @Override
    public void resume() {
        reader.resume();
    }

    @Override
    public int pending() {
        return writer.pending();
    }

    @Override
    public void close(String reason) {
        if (!closed.compareAndSet(null, reason)) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("closing failed: pipe={}", this, e);
        }
        writer.note();
        reader.note();
        reactor().wakeup(); // lets go of the closed channel
    }

    @Override
    public void closeGently(String reason) {
        if (ending || isClosed()) {
            return;
        }
        ending = true;
        writer.note();
        reader.note();
    }

    private void closeLater(long delayNanos, String reason) {
        reactor().execute(() -> reactor().after(delayNanos, () -> close(reason)));
    }

    // for both halves

    Reactor reactor() {
        return reactorContext.reactor();
    }

    Flusher flusher() {
        return reactorContext.flusher();
    }

    @Nullable
    PipeHandler handler() {
        return handler;
    }

    /** Whether messages may be offered. */
    boolean isOpen() {
        return closed.get() == null && !ending && !mute;
    }

    /** Whether it says goodbye. */
    boolean isEnding() {
        return ending;
    }

    boolean isClosed() {
        return closed.get() != null;
    }

    /** Whether the reactor is to be told of bytes; any thread. */
    void wantReadable(boolean on) {
        want(SelectionKey.OP_READ, on);
    }

    /** Whether the reactor is to be told of room; any thread. */
    void wantWritable(boolean on) {
        want(SelectionKey.OP_WRITE, on);
    }

    private void want(int operation, boolean on) {
        try {
            if (on) {
                key.interestOpsOr(operation);
                reactor().wakeup();
            } else {
                key.interestOpsAnd(~operation); // without a hurry: at worst the reactor looks once in vain
            }
        } catch (CancelledKeyException e) {
            LOG.trace("closed meanwhile: pipe={}", this);
        }
    }

    @Override
    public void onReady(int operations) {
        if ((operations & SelectionKey.OP_WRITE) != 0) {
            writer.onReady();
        }
        if ((operations & SelectionKey.OP_READ) != 0) {
            reader.onReady();
        }
    }

    @Override
    public void onFailure(Throwable cause) {
        if (!(cause instanceof SpException)) {
            LOG.error("a pipe failed: pipe={}", this, cause);
        }
        close(String.valueOf(cause.getMessage()));
    }

    /** There is room again. */
    void roomAgain() {
        PipeHandler told = handler;
        if (told != null && isOpen()) {
            told.onWritable(this);
        }
    }

    /** All is written, and nothing more will be. */
    void saidAll() {
        try {
            channel.shutdownOutput();
            wantReadable(true); // the peer's end
        } catch (IOException e) {
            lost(e);
        }
    }

    /** The peer takes nothing any more. What it has sent before is still read. */
    void cannotWrite(Throwable cause) {
        if (isClosed()) {
            return; // that is why
        }
        lostPeer = true;
        mute = true;
        if (reader.isBlocked() || ending) {
            close("writing failed: " + cause.getMessage());
        } else {
            reader.watch();
            closeLater(HALF_OPEN_NANOS, "writing failed: " + cause.getMessage());
        }
    }

    /** The peer has ended the connection, or it broke. */
    void lost(@Nullable IOException cause) {
        if (isClosed()) {
            return; // by ourselves
        }
        lostPeer = true;
        close(cause == null ? "the peer closed the connection" : "the connection broke: " + cause.getMessage());
    }

    /** What the peer sends makes no sense. */
    void misunderstood(SpException cause) {
        context.drops().dropped(cause.reason() == SpError.TOO_LONG ? DropReason.TOO_LONG : DropReason.MALFORMED);
        close(String.valueOf(cause.getMessage()));
    }

    /** Counts messages that will not reach anybody. */
    void dropped(int messages) {
        if (messages > 0) {
            context.drops().dropped(lostPeer ? DropReason.PEER_GONE : DropReason.CLOSED, messages);
        }
    }

    /** All that was not written is counted. A reader may have waited for it, and not on the thread of one who offers. */
    void writerEnded() {
        reactor().execute(reader::note);
    }

    boolean isWriterEnded() {
        return writer.isEnded();
    }

    /** It is over, all that arrived was handed over, and all that was not written is counted. */
    void tellClosed() {
        PipeHandler told = handler;
        String reason = closed.get();
        if (told != null) {
            try {
                told.onClosed(this, reason == null ? "closed" : reason);
            } catch (RuntimeException e) {
                LOG.error("a handler failed when its pipe was closed: pipe={}", this, e);
            }
        }
    }

    @Override
    public String toString() {
        return "NioPipe(id=" + id + ", remote=" + peer.remote() + ", closed=" + closed.get() + ")";
    }
}
