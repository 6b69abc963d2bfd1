// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.inproc;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.PipeIds;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a pipe within the process. An offered message goes straight to the other end's handler, on the sender's
 * thread. What that handler refuses, or what is offered while another thread is at it, waits in {@code held}.
 *
 * <p>Invariant: only the thread that has made {@code work} 1 calls the other end's {@code onMessage} and {@code onClosed};
 * others raise {@code work}, and it looks again before it makes it 0. While {@code work} is 0 something is held only if
 * {@code blocked}, until a resume. So messages keep their order, and none comes after the end. An end is told that it is over
 * after its own direction is {@code over}, too: then all that it lost is counted. Whoever makes a direction over looks at the
 * other one. An end that says goodbye is offered nothing any more: what it does not take stays with the sender.
 */
final class InprocPipe implements Pipe {
    private static final Logger LOG = LoggerFactory.getLogger(InprocPipe.class);
    private static final String FAR_END = "the other side has closed";

    private final int id = PipeIds.next();
    private final PeerInfo peer;
    private final TransportContext context;
    private final InprocQueue held = new InprocQueue();
    private final AtomicInteger work = new AtomicInteger();
    /** Why it is closed; null: it is open. */
    private final AtomicReference<@Nullable String> ended = new AtomicReference<>();

    /** Why it will be closed when nothing is held any more; null: it goes on. */
    private volatile @Nullable String ending;

    private @Nullable InprocPipe other;
    private volatile @Nullable PipeHandler handler;
    /** Whether nothing is taken any more, and what was held is counted; own work guards changes. */
    private volatile boolean over;

    /** Whether the handler knows of the end; the other end's work guards it. */
    private boolean told;

    InprocPipe(SpAddress address, TransportContext context, Protocol far, boolean accepted) {
        this.context = context;
        this.peer = new PeerInfo(far, address.toString(), address.toString(), accepted, null);
    }

    void meet(InprocPipe otherEnd) {
        other = otherEnd;
        otherEnd.other = this;
    }

    /** From now on messages are delivered; without a handler both ends close. */
    void handledBy(@Nullable PipeHandler given) {
        handler = given;
        if (given == null) {
            close("turned away");
        }
        otherEnd().handOver(); // what was sent meanwhile, or the end
        if (given != null && isWritable()) {
            given.onWritable(this); // what was refused before there was somebody to tell of room
        }
    }

    private InprocPipe otherEnd() {
        InprocPipe end = other;
        if (end == null) {
            throw new IllegalStateException("a pipe has two ends");
        }
        return end;
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
        if (!isWritable()) {
            return false;
        }
        if (!work.compareAndSet(0, 1)) {
            boolean taken = isWritable() && held.addLast(message, this);
            handOver();
            return taken;
        }
        boolean taken = isWritable(); // with the work in hand: another message may have been refused meanwhile
        try {
            if (taken) {
                deliver(arrived(message));
            }
        } finally {
            finish(false);
        }
        return taken;
    }

    /** The message as the other end gets it. */
    SpMessage arrived(SpMessage message) {
        message.arrive();
        message.pipe(otherEnd().id);
        return message;
    }

    /** Whether the other end has taken it; if not it is held. */
    private boolean deliver(SpMessage own) {
        boolean taken = accepted(own);
        if (!taken) {
            held.putBack(own);
        }
        return taken;
    }

    private boolean accepted(SpMessage own) {
        PipeHandler there = otherEnd().handler;
        try {
            return there != null && there.onMessage(otherEnd(), own);
        } catch (Throwable e) { // a mistake over there; the work must go on, the pipe need not
            LOG.error("a handler failed: pipe={}", otherEnd().id, e);
            otherEnd().close("a handler failed");
            return true;
        }
    }

    /** Does what there is to do for the other end, unless another thread is at it, which then looks again. */
    private void handOver() {
        if (work.getAndIncrement() == 0) {
            boolean room = false;
            try {
                room = round();
            } finally {
                finish(room);
            }
        }
    }

    /** Gives the work up, after another round if there is a reason for one. */
    private void finish(boolean roomBefore) {
        boolean room = roomBefore;
        int seen = 1;
        while ((seen = work.addAndGet(-seen)) != 0) {
            room |= round();
        }
        PipeHandler own = handler;
        if (room && own != null && isWritable()) {
            own.onWritable(this);
        }
    }

    /** Hands over what is held, then the end if there is one; whether a block is lifted. */
    private boolean round() {
        boolean room = false;
        if (ended.get() == null) {
            boolean wanted = otherEnd().ending == null;
            room = wanted && drained();
            String reason = ending;
            if (reason != null && (!wanted || held.isEmpty())) {
                close(reason);
            }
        }
        if (ended.get() != null) {
            end();
        }
        return room;
    }

    /** Whether there was a block, and is none any more. */
    private boolean drained() {
        for (SpMessage next = held.poll(); next != null; next = held.poll()) {
            if (!deliver(next)) {
                return false;
            }
        }
        return held.unblock();
    }

    private void end() {
        if (!over) {
            int dropped = held.clear();
            if (dropped > 0) {
                context.drops().dropped(DropReason.PEER_GONE, dropped);
            }
            over = true;
            otherEnd().handOver(); // which may have waited for this to tell our handler
        }
        InprocPipe end = otherEnd();
        PipeHandler there = end.handler;
        if (there != null && end.over && !end.told) {
            end.told = true;
            try {
                there.onClosed(end, String.valueOf(end.ended.get()));
            } catch (Throwable e) { // the work must go on
                LOG.error("a handler failed at the end: pipe={}", end.id, e);
            }
        }
    }

    @Override
    public boolean isWritable() {
        return !held.isBlocked() && ending == null && ended.get() == null && otherEnd().ending == null;
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public boolean poll() {
        return false; // what arrives is handed over by the sender's thread
    }

    @Override
    public void watch() {
        // see poll
    }

    @Override
    public void resume() {
        otherEnd().handOver(); // even if it is not blocked yet: it may be about to be
    }

    @Override
    public int pending() {
        return held.size();
    }

    @Override
    public void close(String reason) {
        if (ended.compareAndSet(null, reason)) {
            otherEnd().ended.compareAndSet(null, FAR_END);
        }
        otherEnd().handOver();
        handOver();
    }

    @Override
    public void closeGently(String reason) {
        ending = reason;
        handOver();
        otherEnd().handOver(); // it may wait for room here in order to close gently itself
    }
}
