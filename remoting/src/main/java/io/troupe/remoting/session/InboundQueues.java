// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.OutletHost;
import io.troupe.core.message.Outlet;
import io.troupe.dispatch.budget.MemoryBudget;
import io.troupe.dispatch.cell.Cell;
import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.pacing.QueueWatch;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What all gates of a link share: how many bytes have come and are not worked off, whose senders pause, and when to stop reading
 * because it is too much all the same. Loop only.
 */
final class InboundQueues {
    private static final long RETRY_NANOS = 1_000_000;
    /** While nobody waits for room, what has been worked off is given back as often. */
    private static final long LOOK_NANOS = 20_000_000;
    /** Bytes that are reserved and released at a time: an atomic operation for each message is dearer than most messages. */
    private static final long STEP = 16 << 10;

    private final InboundHost session;
    private final Connection connection;
    private final MemoryBudget budget;
    /** Gates that hold messages back. */
    private final Set<InboundQueue> holding = new LinkedHashSet<>();
    /** Gates behind which something may wait. */
    private final Set<InboundQueue> loaded = new LinkedHashSet<>();

    private final Set<InboundQueue> pausing = new LinkedHashSet<>();
    /** Bytes that have come for gates and are not worked off. */
    private long held;

    /** Bytes that have come for streams and wait there. */
    private long inStreams;

    /** What is reserved for the gates, in steps: at least as much, and at most two steps more. */
    private long reserved;

    private boolean stopped;
    /** Whether the other side has been told to begin no message in pieces. */
    private boolean largePaused;

    private boolean looking;

    /** When the next look is due. */
    private long lookAt;

    private long now = System.nanoTime();
    /** Of the frame that is being read. */
    private int frameBytes;

    /** Written on the loop; read racily for statistics. */
    private long messages;

    private long naks;

    /**
     * Holds nothing.
     *
     * @param budget for what has come over the link
     */
    InboundQueues(InboundHost session, Connection connection, MemoryBudget budget) {
        this.session = session;
        this.connection = connection;
        this.budget = budget;
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
        return session.host();
    }

    long roundTrip() {
        return session.roundTrip();
    }

    InboundQueue newGate(Outlet outlet, long id) {
        return new InboundQueue(outlet, id, this, session.limits().receiveQueue());
    }

    /** A queue may hold a quarter of what the link may. */
    QueueWatch watch(Cell cell, int capacity) {
        return session.pressures().open(cell, capacity, Math.max(1, budget.limit() / 4));
    }

    void unwatch(Cell cell) {
        session.pressures().close(cell);
    }

    void complain(long id, QueuePressure pressure, double meanBytes) {
        naks++;
        session.complain(Frame.Nak.Scope.TARGET, id, pressure, meanBytes);
    }

    // ---- bytes ---------------------------------------------------------------------------------------------------

    /** Bytes that may still come. */
    long free() {
        return budget.free();
    }

    /** Whether so many answers wait to be sent that no more calls should begin. */
    boolean answersWait() {
        return session.answersWait();
    }

    /** A message has come. */
    void came(InboundQueue gate, int bytes) {
        messages++;
        held += bytes;
        if (held > reserved) {
            long more = held - reserved + STEP;
            reserved += more;
            budget.reserve(more);
        }
        if (gate.load()) {
            loaded.add(gate);
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

    /** Messages that have come in part do not count: the rest of them has to be read. */
    private void checkReading() {
        if (!stopped && held + inStreams > most()) {
            stopped = true;
            session.readOn(false);
            lookIn(RETRY_NANOS);
        }
    }

    /** While so much waits that the link may hold nothing else, no large message should begin; small ones may. */
    void checkLarge() {
        boolean much = budget.used() > (largePaused ? budget.limit() / 4 * 3 : budget.limit());
        if (much != largePaused && session.peerPauses()) {
            largePaused = much;
            session.pause(Frame.Nak.Scope.LINK, 0, much);
        }
        if (largePaused) {
            lookIn(RETRY_NANOS);
        }
    }

    /** Who is told to pause never gets that far, unless many targets are stuck at the same time. */
    private long most() {
        return (session.peerPauses() ? 2 * budget.limit() : budget.limit())
                + session.limits().frames().maxFrameBytes();
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

    /** A gate has held something back. */
    void hold(InboundQueue gate) {
        holding.add(gate);
        lookIn(RETRY_NANOS);
    }

    /** The senders to a target have to stop, or may go on. */
    void pause(InboundQueue gate, long id, boolean on) {
        if (session.peerPauses()) {
            session.pause(Frame.Nak.Scope.TARGET, id, on);
        }
        if (on) {
            pausing.add(gate);
            lookIn(RETRY_NANOS);
        } else {
            pausing.remove(gate);
        }
    }

    /** What was on its way may still come, as much as the link may hold and one message. Who sends more does not listen. */
    void checkObeyed(long bytes, Outlet target) {
        if (session.peerPauses()
                && bytes > budget.limit() + session.limits().frames().maxFrameBytes()) {
            session.fail("the other side must stop sending to a target when it is told to: target=" + target.address()
                    + ", bytesSince=" + bytes);
        }
    }

    void closed(InboundQueue gate) {
        holding.remove(gate);
        loaded.remove(gate);
        pausing.remove(gate);
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
        now = System.nanoTime();
        for (InboundQueue gate : List.copyOf(holding)) {
            if (gate.retry()) {
                holding.remove(gate);
            }
        }
        loaded.removeIf(InboundQueue::settle);
        checkLarge();
        if (stopped && held + inStreams <= most() / 2) {
            stopped = false;
            session.readOn(true);
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

    /** The link has ended, and so have its gates. */
    void end() {
        budget.release(Math.max(0, budget.used()));
    }
}
