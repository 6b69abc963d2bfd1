// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The inbox of a cell: an unbounded many-to-one queue and the scheduling state of the cell in one word. Any thread pushes; only the
 * owner (the thread that runs the cell's turn) takes. Works on three fields of the {@link Cell}, as an object of its own would cost
 * every actor 16 bytes and every message a step.
 *
 * <p>Invariant: {@code head} is {@link #IDLE} exactly when nobody owns the cell. Whoever changes it away from IDLE
 * schedules the cell, once. Known race: between {@code getAndSet} and the link in {@link #push} the chain is broken;
 * the owner waits for the link ({@link Message#awaitNext}), it never parks on it. Source: Treiber's stack (1986) taken
 * as a whole and reversed, with the exchange of Vyukov's intrusive MPSC queue instead of a compare-and-set loop.
 *
 * <p>A cell is an old object in the end. G1 pays for every reference that is written into one with a fence, unless it is
 * null; so the word for idle is null, and what is taken is noted once per take.
 */
final class Inbox {
    /** Empty, nobody owns the cell. */
    static final @Nullable Message IDLE = null;
    /** Empty, scheduled by something else than a message. Also ends every chain that began when nothing was there. */
    static final Message BUSY = new Mark();
    /** Closed for good. */
    static final Message CLOSED = new Mark();

    private static final int WALKS = 4;

    private static final VarHandle HEAD;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(Cell.class, "head", Message.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Inbox() {}

    /**
     * Puts a message; returns what stood before: IDLE means the caller must schedule, CLOSED that it must recall. The stack of a
     * sender that calls itself without end may be full right between the two steps, and the owner would wait for the link for ever;
     * so the link is then written without a call. That store needs no release: what it leads to was visible with the head already.
     */
    static @Nullable Message push(Cell cell, Message message) {
        Message before = (Message) HEAD.getAndSet(cell, message);
        Message link = before == null ? BUSY : before; // never null: the owner waits for it
        try {
            message.releaseNext(link);
        } catch (StackOverflowError e) {
            message.next = link;
        }
        return before;
    }

    /** Takes ownership of an idle cell without a message. */
    static boolean claim(Cell cell) {
        return cell.head == IDLE && HEAD.compareAndSet(cell, IDLE, BUSY);
    }

    /**
     * All messages since the last take, oldest first, linked by {@code next}; null when there are none, or when they are so
     * many that they are put in order in steps: then {@link #hasArrivals} says that there are some, and the next take goes
     * on. Owner only.
     */
    static @Nullable Message take(Cell cell) {
        if (cell.reversal != null) {
            return goOn(cell, cell.reversal);
        }
        Message newest = (Message) HEAD.getAcquire(cell);
        Message end = cell.taken;
        if (newest == end || newest == BUSY || newest == null) {
            return null;
        }
        // The newest node stays in place as the end mark of the next take: one atomic operation less per turn.
        cell.taken = newest;
        Message first = Chain.oldestFirst(newest, end);
        if (newest.next() != null) {
            cell.reversal = Reversal.begun(newest, first, end);
            return null;
        }
        return first;
    }

    private static @Nullable Message goOn(Cell cell, Reversal reversal) {
        if (!reversal.step()) {
            return null;
        }
        cell.reversal = null;
        cell.backlog(reversal.size());
        return reversal.first();
    }

    /** Whether there are arrivals, but so many that they are still put in order, in steps. Owner only. */
    static boolean isReversing(Cell cell) {
        return cell.reversal != null;
    }

    /** The last message of the last take, or null. Owner only. */
    static @Nullable Message newestTaken(Cell cell) {
        return cell.taken;
    }

    /** Gives up ownership if nothing arrived since the last take. Owner only. */
    static boolean release(Cell cell) {
        if (cell.reversal != null) {
            return false;
        }
        Message seen = cell.taken;
        Message expected = seen == null ? BUSY : seen;
        if (cell.head != expected) {
            return false;
        }
        cell.taken = null; // before the exchange: afterwards another thread may own the cell
        if (HEAD.compareAndSet(cell, expected, IDLE)) {
            return true;
        }
        cell.taken = seen;
        return false;
    }

    /**
     * Closes and returns what was still queued, behind what is given. Owner only, and after that, for what comes too late,
     * under the closing lock.
     */
    static @Nullable Reversal shut(Cell cell, @Nullable Reversal before) {
        Reversal left = before;
        if (cell.reversal != null) {
            left = cell.reversal.behind(left);
            cell.reversal = null;
        }
        Message newest = (Message) HEAD.getAndSet(cell, CLOSED);
        Message end = cell.taken;
        cell.taken = CLOSED;
        return newest == end || newest == BUSY || newest == CLOSED || newest == null
                ? left
                : Reversal.of(newest, end).behind(left);
    }

    /** Whether it was shut. Under the closing lock. */
    static boolean isShut(Cell cell) {
        return cell.taken == CLOSED;
    }

    /** Whether messages have come since the last take. Any thread; exact for the owner. */
    static boolean hasArrivals(Cell cell) {
        Message newest = cell.head;
        return (newest != cell.taken && newest != BUSY) || cell.reversal != null;
    }

    /**
     * Messages not yet taken, counted up to the limit. Any thread; racy, but hardly ever too many: a walk during which the owner
     * takes gets lost in what is turned around meanwhile, and may go round and round, so it is made again. What has come since the
     * take is a short way; if the owner is still faster, it leaves nothing to speak of.
     */
    static int arrivals(Cell cell, int limit) {
        for (int i = 0; i < WALKS; i++) {
            Reversal older = cell.reversal;
            Message end = cell.taken;
            int count = older == null ? 0 : older.count(limit);
            Message at = cell.head;
            while (at != null && at != end && !(at instanceof Mark) && count < limit) {
                count++;
                at = at.acquireNext();
            }
            if (cell.taken == end && cell.reversal == older) {
                return count;
            }
        }
        return 0;
    }

    /** Where an untaken message stands, from 1; 0 if it is not there or more than the limit wait. Any thread; racy. */
    static int arrivalPosition(Cell cell, Message message, int limit) {
        Reversal older = cell.reversal;
        if (older == null) {
            return positionAmongNewest(cell, message, limit);
        }
        int position = older.position(message, limit);
        if (position > 0) {
            return position;
        }
        int before = older.count(limit);
        int after = positionAmongNewest(cell, message, limit - before);
        return after == 0 ? 0 : before + after;
    }

    private static int positionAmongNewest(Cell cell, Message message, int limit) {
        int count = 0;
        int newer = -1;
        Message end = cell.taken;
        Message at = cell.head;
        while (at != null && at != end && !(at instanceof Mark)) {
            if (count == limit) {
                return 0;
            }
            if (at == message) {
                newer = count;
            }
            count++;
            at = at.acquireNext();
        }
        return newer < 0 ? 0 : count - newer;
    }

    /** A state that is no message. */
    private static final class Mark extends Message {
        @Override
        public void deliver(Object receiver) {
            throw new AssertionError("a mark is never delivered");
        }
    }
}
