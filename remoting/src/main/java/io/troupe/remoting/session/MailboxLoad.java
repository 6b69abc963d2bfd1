// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.pacing.QueueWatch;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The mailbox of an actor as one link fills it: about how many messages wait there, how many bytes of this link, and how much the
 * other side should be told of that. Loop only.
 */
final class MailboxLoad {
    /** Small messages that follow each other count together. */
    private static final int TOGETHER = 4096;

    private final Cell cell;
    private final int limit;
    private final QueueWatches watches;
    private final QueueWatch watch;
    private final QueueWatch.Share share;

    /** Messages of all senders. */
    private final DepthEstimate messages;

    // ---- what all links know of it
    private final MailboxDepth depth;
    private long unreported;
    private long heldThen;

    // ---- bytes: of this link, not worked off
    private final ArrayDeque<Part> parts = new ArrayDeque<>();
    private long bytes;

    /** Some messages. */
    private static final class Part {
        private long bytes;
        private long deliveredAt;
    }

    /**
     * Watches a mailbox.
     *
     * @param cell whose mailbox it is
     * @param limit messages that should wait at most, and where counting stops
     * @param bytes that should wait at most, of all links
     * @param watches shared by all links
     * @param now nanoseconds
     */
    MailboxLoad(Cell cell, int limit, long bytes, QueueWatches watches, long now) {
        this.cell = cell;
        this.limit = limit;
        this.watches = watches;
        QueueWatches.Watched watched = watches.open(cell, limit, bytes);
        this.depth = watched.depth();
        this.watch = watched.watch();
        this.share = watch.open(now);
        this.messages = new DepthEstimate(cell.deliveredCount());
    }

    // ---- messages ------------------------------------------------------------------------------------------------

    /** An unbounded mailbox is bounded for links: else a sender that does not listen could fill the memory. */
    boolean isFull() {
        return cell.mailbox() == null && estimate() >= limit;
    }

    /** Whether a full mailbox slows its senders down. */
    boolean paces() {
        Mailbox mailbox = cell.mailbox();
        return mailbox != null && mailbox.overflow() == Overflow.PACE;
    }

    /**
     * As many messages wait at least: those that others have put since the last count are missing. Never more, or bytes would
     * wait for deliveries that do not come.
     */
    private long estimate() {
        if (messages.isDue(cell.deliveredCount(), cell.isIdle())) {
            count();
        }
        return messages.at(cell.deliveredCount());
    }

    /** Counts the messages that wait now, up to the limit. */
    void count() {
        long delivered = cell.deliveredCount();
        int counted = cell.depth(limit);
        boolean idle = cell.isIdle();
        messages.counted(counted, delivered, idle);
        depth.counted(counted, delivered, idle, unreported);
        unreported = 0;
    }

    // ---- bytes ---------------------------------------------------------------------------------------------------

    /**
     * The mailbox has taken a message. It is worked off at the latest when the cell has delivered as many as were there before it,
     * and itself; others may send to the same mailbox meanwhile.
     */
    void put(int weight) {
        messages.arrived(1);
        unreported++;
        long deliveredAt = cell.deliveredCount() + estimate();
        Part last = parts.peekLast();
        if (last == null || last.bytes + weight > TOGETHER) {
            last = new Part();
            parts.add(last);
        }
        last.bytes += weight;
        last.deliveredAt = deliveredAt;
        bytes += weight;
    }

    /**
     * More bytes of what waits there.
     *
     * @return false if nothing does
     */
    boolean add(int more) {
        Part last = parts.peekLast();
        if (last == null) {
            return false;
        }
        last.bytes += more;
        bytes += more;
        return true;
    }

    /** Looks at what the cell has delivered: returns how many bytes have been worked off since the last call. */
    long workedOff() {
        if (cell.isClosed() || (cell.isIdle() && cell.depth(1) == 0)) {
            return clear(); // an estimate that was too high must not keep anybody waiting
        }
        long delivered = cell.deliveredCount();
        long before = bytes;
        for (Part next = parts.peek(); next != null && delivered - next.deliveredAt >= 0; next = parts.peek()) {
            parts.poll();
            bytes -= next.bytes;
        }
        return before - bytes;
    }

    /** Nothing counts any more: returns how many bytes did. */
    long clear() {
        long before = bytes;
        parts.clear();
        bytes = 0;
        return before;
    }

    /** Bytes of this link that have not been worked off. */
    long bytes() {
        return bytes;
    }

    // ---- pressure ------------------------------------------------------------------------------------------------

    /** A message has come for the mailbox, in a frame of so many bytes. Returns whether it is time to ask for the pressure. */
    boolean came(int frameBytes, long now) {
        return share.arrived(1, frameBytes + QueuePressure.PER_MESSAGE, now);
    }

    /**
     * What to tell the other side, or null.
     *
     * @param now nanoseconds
     * @param roundTrip of the link
     * @param held messages that wait in front of the mailbox
     */
    @Nullable
    QueuePressure pressure(long now, long roundTrip, int held) {
        long waiting = depth.look(unreported, held - heldThen);
        unreported = 0;
        heldThen = held;
        return share.due(now, roundTrip, waiting, cell.deliveredCount());
    }

    /** Bytes of a message, on average. */
    double meanBytes(long now) {
        return watch.meanBytes(now);
    }

    /** The link feeds the mailbox no more. */
    void close() {
        depth.look(unreported, -heldThen);
        unreported = 0;
        heldThen = 0;
        share.close();
        watches.close(cell);
    }
}
