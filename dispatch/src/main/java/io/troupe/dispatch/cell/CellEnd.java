// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.util.ArrayList;
import java.util.List;

/**
 * The end of a cell: it is closed, what was queued is reported slice by slice, and what comes too late is recalled by its
 * senders. Works on fields of the {@link Cell}; a cell has ended once.
 *
 * <p>Invariant: {@code closed} is set before the inbox is shut. Known race: senders put messages while the cell ends. Who
 * finds the inbox shut, or finds the cell closed after putting a callback or filling a mailbox, takes out under the lock
 * what came too late. What the owner has found in the queues is in {@code remains} by then, so every message is reported
 * once.
 */
final class CellEnd {
    /** Messages that are reported between two looks at the clock after the end. */
    private static final int FEW = 32;
    /** Messages that are reported in the turn in which the cell ends, at least. */
    private static final int FIRST_SLICE = 128;

    private CellEnd() {}

    /** {@link Cell#close}. Owner only. */
    static void close(Cell cell) {
        cell.closed = true;
        if (cell.mailbox != null) {
            cell.mailbox.close();
        }
        synchronized (cell) {
            Reversal left = cell.pending == null ? null : Reversal.ofRing(cell.pending);
            cell.pending = null;
            cell.remains = CallbackQueue.shut(cell, Inbox.shut(cell, left));
            cell.drained = cell.remains == null && cell.mailbox == null;
        }
        reportUpTo(cell, FIRST_SLICE);
    }

    /** {@link Cell#abandon}. */
    static void abandon(Cell cell, Throwable cause) {
        boolean first;
        synchronized (cell) {
            first = !cell.abandoned && !cell.closed;
            cell.abandoned = true;
        }
        if (first) {
            cell.abandoned(cause);
        }
        if (cell.closed) {
            boolean all;
            do { // no turn will do that
                all = reportUpTo(cell, FIRST_SLICE);
            } while (!all);
        }
    }

    /** One slice of what is left after the end. Returns whether that was all. Owner only. */
    static boolean report(Cell cell, TurnLimits limits, long begun) {
        boolean all;
        int left = limits.messages();
        do {
            all = reportUpTo(cell, FEW);
            left -= FEW;
        } while (!all && left > 0 && !limits.clock().isOver(begun));
        return all;
    }

    /** Reports some of what is left after the end. Returns whether that was all. Owner only. */
    private static boolean reportUpTo(Cell cell, int messages) {
        if (cell.drained) {
            return true;
        }
        Message[] some = new Message[messages];
        int count = takeRemains(cell, some);
        for (int i = 0; i < count; i++) {
            report(cell, some[i]);
        }
        return cell.drained;
    }

    private static void report(Cell cell, Message message) {
        if (!(message instanceof Outbox.Release)) {
            cell.undelivered(message);
        }
    }

    /**
     * Takes the oldest of what is left after the end, or does one step towards it. Under the lock, as a bounded mailbox has one
     * consumer at a time: senders that come too late take their messages out themselves, but not before this has found
     * the mailbox empty.
     */
    private static int takeRemains(Cell cell, Message[] to) {
        synchronized (cell) {
            int count = 0;
            while (count < to.length && !cell.drained) {
                Message next = null;
                if (cell.remains == null) {
                    next = cell.mailbox == null ? null : cell.mailbox.poll();
                    cell.drained = next == null;
                } else if (!cell.remains.step()) {
                    return count;
                } else {
                    next = cell.remains.poll();
                    cell.remains = next == null ? cell.remains.following() : cell.remains;
                }
                if (next != null) {
                    to[count++] = next;
                }
            }
            return count;
        }
    }

    /** Rejects what was put into a closed cell: outside of the lock, as others are told and may be closing, too. */
    static Offer recall(Cell cell) {
        for (Message message : collectLate(cell)) {
            report(cell, message);
        }
        return Offer.CLOSED;
    }

    /**
     * Takes what came after the end. What is still in the mailbox belongs to {@link #takeRemains} until that is done. Between the
     * end and its exchange of the head nothing is late: the messages are among those that are left.
     */
    private static List<Message> collectLate(Cell cell) {
        synchronized (cell) {
            if (!Inbox.isShut(cell)) {
                return List.of();
            }
            List<Message> late = new ArrayList<>();
            Reversal first = CallbackQueue.shut(cell, Inbox.shut(cell, null));
            for (Reversal at = first; at != null; at = at.following()) {
                boolean reversed;
                do {
                    reversed = at.step();
                } while (!reversed);
                for (Message message = at.poll(); message != null; message = at.poll()) {
                    late.add(message);
                }
            }
            if (cell.mailbox != null && cell.drained) {
                for (Message at = cell.mailbox.poll(); at != null; at = cell.mailbox.poll()) {
                    late.add(at);
                }
            }
            return late;
        }
    }
}
