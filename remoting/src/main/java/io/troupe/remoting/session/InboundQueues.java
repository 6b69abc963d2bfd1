// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.host.OutletHost;
import io.troupe.core.message.Outlet;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.pacing.QueueWatch;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What all queues of a link share: how many bytes have come and are not worked off, whose senders pause, and when to stop reading
 * because it is too much all the same. Loop only.
 */
final class InboundQueues {
    private static final long RETRY_NANOS = 1_000_000;
    /** While nobody waits for room, what has been worked off is given back as often. */
    private static final long LOOK_NANOS = 20_000_000;
    /** Bytes that are reserved and released at a time: an atomic operation for each message is dearer than most messages. */
    private static final long STEP = 16 << 10;

    private final OutletHost host;
    private final QueueWatches watches;
    private final int receiveQueue;
    private final int maxFrameBytes;
    private final Connection connection;
    private final MemoryBudget budget;
    private final SessionState state;
    private final WriteQueue out;
    private final NakSender nakSender;
    private final ReadThrottle throttle;
    private final Consumer<String> onViolation;
    /** Queues that hold messages back. */
    private final Set<InboundQueue> holding = new LinkedHashSet<>();
    /** Queues behind which something may wait. */
    private final Set<InboundQueue> loaded = new LinkedHashSet<>();

    private final Set<InboundQueue> pausing = new LinkedHashSet<>();
    /** Bytes that have come for queues and are not worked off. */
    private long held;

    /** Bytes that have come for streams and wait there. */
    private long inStreams;

    /** What is reserved for the queues, in steps: at least as much, and at most two steps more. */
    private long reserved;

    private boolean stopped;
    /** Whether the other side has been told to begin no message in pieces. */
    private boolean largePaused;

    private boolean looking;

    /** Held while what was held back is passed on: whoever supersedes the session waits for that. */
    private final Object passing = new Object();

    /** Whether a later session has come up. Guarded by passing. */
    private boolean superseded;

    /** When the next look is due. */
    private long lookAt;

    private long now;
    /** Of the frame that is being read. */
    private int frameBytes;

    /** Written on the loop; read racily for statistics. */
    private long messages;

    private long naks;

    /**
     * Holds nothing.
     *
     * @param config limits, and the watches of mailboxes that all links share
     * @param connection whose loop looks again
     * @param budget for what has come over the link
     * @param state what the other side understands
     * @param out where NAKs leave, and answers wait
     * @param throttle stops reading at the last
     * @param onViolation told if the other side does not stop when it is told to: the link has to end
     */
    InboundQueues(
            LinkConfig config,
            Connection connection,
            MemoryBudget budget,
            SessionState state,
            WriteQueue out,
            ReadThrottle throttle,
            Consumer<String> onViolation) {
        this.host = config.host();
        this.now = host.clock().nanos();
        this.watches = config.watches();
        this.receiveQueue = config.limits().receiveQueue();
        this.maxFrameBytes = config.limits().frames().maxFrameBytes();
        this.connection = connection;
        this.budget = budget;
        this.state = state;
        this.out = out;
        this.nakSender = new NakSender(out, state);
        this.throttle = throttle;
        this.onViolation = onViolation;
    }

    /** Time of the piece of input that is being read: one look at the clock for all of its frames. */
    void at(long nanos) {
        now = nanos;
    }

    /** The same. */
    long now() {
        return now;
    }

    /** Bytes of the frame that is being read: of all of its pieces, if it came in pieces. */
    void frameBytes(int bytes) {
        frameBytes = bytes;
    }

    /** The same. */
    int frameBytes() {
        return frameBytes;
    }

    OutletHost host() {
        return host;
    }

    long roundTrip() {
        return state.roundTrip();
    }

    InboundQueue newQueue(Outlet outlet, long id) {
        Cell cell = outlet.cell();
        return new InboundQueue(
                outlet, id, this, cell == null ? null : new MailboxLoad(cell, receiveQueue, part(), watches, now));
    }

    /** One queue may hold a quarter of what the link may. */
    private long part() {
        return Math.max(1, budget.limit() / 4);
    }

    void complain(long id, QueuePressure pressure, double meanBytes) {
        naks++;
        nakSender.complain(Frame.Nak.Scope.TARGET, id, pressure, meanBytes);
    }

    // ---- bytes ---------------------------------------------------------------------------------------------------

    /** Bytes that may still come. */
    long free() {
        return budget.free();
    }

    /** Whether so many answers wait to be sent that no more calls should begin. */
    boolean answersWait() {
        return out.answersWait();
    }

    /** A message has come. */
    void came(InboundQueue queue, int bytes) {
        messages++;
        waits(queue, bytes);
    }

    /** Something has come that may wait. */
    void waits(InboundQueue queue, int bytes) {
        held += bytes;
        if (held > reserved) {
            long more = held - reserved + STEP;
            reserved += more;
            budget.reserve(more);
        }
        if (queue.load()) {
            loaded.add(queue);
        }
        checkLarge();
        checkReading();
        lookIn(LOOK_NANOS);
    }

    /**
     * So many bytes more wait in streams.
     *
     * @param bytes fewer if negative
     */
    void inStreams(long bytes) {
        inStreams += bytes;
        if (bytes > 0) {
            budget.reserve(bytes);
            checkLarge();
            checkReading();
        } else {
            budget.release(-bytes);
        }
    }

    /** Whether so many bytes more may wait for which no sender can be slowed down: reading must not stop for them. */
    boolean hasRoom(int bytes) {
        return held + inStreams + bytes <= most();
    }

    /** Messages that have come in part do not count: the rest of them has to be read. */
    private void checkReading() {
        if (!stopped && held + inStreams > most()) {
            stopped = true;
            throttle.held(false);
            lookIn(RETRY_NANOS);
        }
    }

    /**
     * While so much waits that the link, or all queues of the system, may hold nothing else, no large message should begin; small
     * ones may.
     */
    void checkLarge() {
        MemoryBudget all = host.memory();
        boolean much =
                budget.used() > (largePaused ? budget.limit() / 4 * 3 : budget.limit()) || all.used() > all.limit();
        if (much != largePaused && state.peerPauses()) {
            largePaused = much;
            nakSender.pause(Frame.Nak.Scope.LINK, 0, much);
        }
        if (largePaused) {
            lookIn(RETRY_NANOS);
        }
    }

    /** Who is told to pause never gets that far, unless many targets are stuck at the same time. */
    private long most() {
        return (state.peerPauses() ? 2 * budget.limit() : budget.limit()) + maxFrameBytes;
    }

    /** Bytes have been worked off. */
    void gone(long bytes) {
        if (bytes > 0) {
            held -= bytes;
            long keep = held == 0 ? 0 : held + STEP;
            if (keep == 0 || reserved - held > 2 * STEP) {
                budget.release(reserved - keep);
                reserved = keep;
            }
        }
    }

    /** A queue has held something back. */
    void hold(InboundQueue queue) {
        holding.add(queue);
        lookIn(RETRY_NANOS);
    }

    /** The senders to a target have to stop, or may go on. */
    void pause(InboundQueue queue, long id, boolean on) {
        if (state.peerPauses()) {
            nakSender.pause(Frame.Nak.Scope.TARGET, id, on);
        }
        if (on) {
            pausing.add(queue);
            lookIn(RETRY_NANOS);
        } else {
            pausing.remove(queue);
        }
    }

    /** What was on its way may still come. Who sends more does not listen. */
    void checkObeyed(long bytes, Outlet target) {
        if (state.peerPauses() && bytes > mostOnItsWay()) {
            onViolation.accept("the other side must stop sending to a target when it is told to: target="
                    + target.address() + ", bytesSince=" + bytes);
        }
    }

    void closed(InboundQueue queue) {
        holding.remove(queue);
        loaded.remove(queue);
        pausing.remove(queue);
    }

    // ---- for callbacks that were handed over ----------------------------------------------------------------------

    /** A callback falls behind. */
    void complainOfStream(long stream, QueuePressure pressure, double meanBytes) {
        nakSender.complain(Frame.Nak.Scope.STREAM, stream, pressure, meanBytes);
    }

    /** The sender of items has to stop, or may go on. */
    void pauseStream(long stream, boolean on) {
        nakSender.pause(Frame.Nak.Scope.STREAM, stream, on);
    }

    /** Whether the other side stops sending when it is told to. */
    boolean peerPauses() {
        return state.peerPauses();
    }

    /** As for targets: what was on its way may still come. */
    void checkObeyed(long bytes, long stream) {
        if (bytes > mostOnItsWay()) {
            onViolation.accept("the other side must stop sending to a stream when it is told to: stream=" + stream
                    + ", bytesSince=" + bytes);
        }
    }

    /** What the {@link SendWindow} of the other side lets out with its last message, and the rest of a message in pieces. */
    private long mostOnItsWay() {
        return budget.limit() + FragmentedFrame.LARGE + maxFrameBytes;
    }

    /** A watch of the items that wait for a callback. */
    QueueWatch watchStream() {
        return new QueueWatch(now, 0, receiveQueue, part());
    }

    // ---- looking -------------------------------------------------------------------------------------------------

    private void lookIn(long nanos) {
        if (!looking || now + nanos - lookAt < -RETRY_NANOS) {
            looking = true;
            lookAt = now + nanos;
            long due = lookAt;
            connection.schedule(nanos, () -> look(due));
        }
    }

    private void look(long due) {
        if (!looking || lookAt != due) {
            return; // an earlier one has come between
        }
        looking = false;
        now = host.clock().nanos();
        for (InboundQueue queue : List.copyOf(holding)) {
            if (queue.retry()) {
                holding.remove(queue);
            }
        }
        loaded.removeIf(InboundQueue::settle);
        checkLarge();
        if (stopped && held + inStreams <= most() / 2) {
            stopped = false;
            throttle.held(true);
        }
        if (!holding.isEmpty() || !pausing.isEmpty() || stopped) {
            lookIn(RETRY_NANOS);
        } else if (!loaded.isEmpty()) {
            lookIn(LOOK_NANOS);
        }
    }

    long messages() {
        return messages;
    }

    /** Complaints sent. Any thread; racy. */
    long naks() {
        return naks;
    }

    /** Bytes that have come and are not worked off. Any thread; racy. */
    long heldBytes() {
        return budget.used();
    }

    /**
     * A later session has come up: what is held back would come behind what that one brings, so it is lost. Any thread; waits
     * for what is being passed on.
     */
    void supersede() {
        synchronized (passing) {
            superseded = true;
        }
    }

    /** The lock under which what was held back is passed on. */
    Object passing() {
        return passing;
    }

    /** Whether nothing may be passed on any more. Under the lock. */
    boolean isSuperseded() {
        return superseded;
    }

    /** The link has ended, and so have its queues. */
    void end() {
        budget.release(Math.max(0, budget.used()));
    }
}
