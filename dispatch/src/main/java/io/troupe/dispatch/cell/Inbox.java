// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * An unbounded many-to-one queue and the scheduling state of its owner in one word. Any thread pushes; only the owner
 * (the thread that runs the cell's turn) takes.
 *
 * <p>Invariant: {@code head} is {@link #IDLE} exactly when nobody owns the cell. Whoever changes it away from IDLE
 * schedules the cell, once. Known race: between {@code getAndSet} and the link in {@link #push} the chain is broken;
 * the owner waits for the link ({@link Message#awaitNext}), it never parks on it. Source: Treiber's stack (1986) taken
 * as a whole and reversed, with the exchange of Vyukov's intrusive MPSC queue instead of a compare-and-set loop.
 *
 * <p>A cell is an old object in the end. G1 pays for every reference that is written into one with a fence, unless it is
 * null; so the word for idle is null, and what is taken is noted once per take.
 */
abstract class Inbox {
    /** Empty, nobody owns the cell. */
    static final @Nullable Message IDLE = null;
    /** Empty, scheduled by something else than a message. Also ends every chain that began when nothing was there. */
    static final Message BUSY = new Mark();
    /** Closed for good. */
    static final Message CLOSED = new Mark();

    private static final VarHandle HEAD;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(Inbox.class, "head", Message.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Newest message or a mark. Any thread. */
    @SuppressWarnings("FieldMayBeFinal") // written through HEAD
    private volatile @Nullable Message head;

    /** The newest message of the last take: the chain ends there. Null before the owner's first. Owner only. */
    private @Nullable Message taken;

    /** A long chain that has been taken and is not in order yet. Written by the owner, read racily by those who count. */
    private @Nullable Reversal turning;

    /** Puts a message; returns what stood before: IDLE means the caller must schedule, CLOSED that it must recall. */
    final @Nullable Message push(Message message) {
        Message before = (Message) HEAD.getAndSet(this, message);
        message.releaseNext(before == null ? BUSY : before); // never null: the owner waits for the link
        return before;
    }

    /** Takes ownership of an idle cell without a message. */
    final boolean claim() {
        return head == IDLE && HEAD.compareAndSet(this, IDLE, BUSY);
    }

    /**
     * All messages since the last take, oldest first, linked by {@code next}; null when there are none, or when they are so
     * many that they are put in order in steps: then {@link #hasArrivals} says that there are some, and the next take goes
     * on. Owner only.
     */
    final @Nullable Message take() {
        if (turning != null) {
            return goOnTurning(turning);
        }
        Message newest = (Message) HEAD.getAcquire(this);
        Message end = taken;
        if (newest == end || newest == BUSY || newest == null) {
            return null;
        }
        // The newest node stays in place as the end mark of the next take: one atomic operation less per turn.
        taken = newest;
        Message first = Chain.oldestFirst(newest, end);
        if (newest.next() != null) {
            turning = Reversal.begun(newest, first, end);
            return null;
        }
        return first;
    }

    private @Nullable Message goOnTurning(Reversal reversal) {
        if (!reversal.step()) {
            return null;
        }
        turning = null;
        return reversal.first();
    }

    /** Whether there are arrivals, but so many that they are still put in order, in steps. Owner only. */
    final boolean isTurning() {
        return turning != null;
    }

    /** The last message of the last take, or null. Owner only. */
    final @Nullable Message newestTaken() {
        return taken;
    }

    /** Gives up ownership if nothing arrived since the last take. Owner only. */
    final boolean release() {
        if (turning != null) {
            return false;
        }
        Message seen = taken;
        Message expected = seen == null ? BUSY : seen;
        if (head != expected) {
            return false;
        }
        taken = null; // before the exchange: afterwards another thread may own the cell
        if (HEAD.compareAndSet(this, expected, IDLE)) {
            return true;
        }
        taken = seen;
        return false;
    }

    /**
     * Closes and returns what was still queued, behind what is given. Owner only, and after that, for what comes too late,
     * under the closing lock.
     */
    final @Nullable Reversal shut(@Nullable Reversal before) {
        Reversal left = before;
        if (turning != null) {
            left = turning.behind(left);
            turning = null;
        }
        Message newest = (Message) HEAD.getAndSet(this, CLOSED);
        Message end = taken;
        taken = CLOSED;
        return newest == end || newest == BUSY || newest == CLOSED || newest == null
                ? left
                : Reversal.of(newest, end).behind(left);
    }

    /** Whether it was shut. Under the closing lock. */
    final boolean isShut() {
        return taken == CLOSED;
    }

    /** Whether messages have come since the last take. Any thread; exact for the owner. */
    final boolean hasArrivals() {
        Message newest = head;
        return (newest != taken && newest != BUSY) || turning != null;
    }

    /** Messages not yet taken, counted up to the limit. Any thread; racy: a concurrent take may distort it. */
    final int arrivals(int limit) {
        Reversal older = turning;
        int count = older == null ? 0 : older.count(limit);
        Message end = taken;
        Message at = head;
        while (at != null && at != end && !(at instanceof Mark) && count < limit) {
            count++;
            at = at.acquireNext();
        }
        return count;
    }

    /** Where an untaken message stands, from 1; 0 if it is not there or more than the limit wait. Any thread; racy. */
    final int arrivalPosition(Message message, int limit) {
        Reversal older = turning;
        if (older == null) {
            return positionAmongNewest(message, limit);
        }
        int position = older.position(message, limit);
        if (position > 0) {
            return position;
        }
        int before = older.count(limit);
        int after = positionAmongNewest(message, limit - before);
        return after == 0 ? 0 : before + after;
    }

    private int positionAmongNewest(Message message, int limit) {
        int count = 0;
        int newer = -1;
        Message end = taken;
        Message at = head;
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
