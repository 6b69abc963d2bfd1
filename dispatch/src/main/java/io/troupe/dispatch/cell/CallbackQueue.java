// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The second queue of a cell, for work that it has brought about itself. Built like the {@link Inbox}, on four fields of the {@link
 * Cell}, with the same race between exchange and link, but without a scheduling state: who pushes claims the cell through the
 * inbox.
 */
final class CallbackQueue {
    private static final @Nullable Message EMPTY = null;
    private static final VarHandle CALLBACKS;

    static {
        try {
            CALLBACKS = MethodHandles.lookup().findVarHandle(Cell.class, "callbacks", Message.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private CallbackQueue() {}

    /** Any thread; with a full stack, too, as {@link Inbox#push}. */
    static void push(Cell cell, Message callback) {
        Message before = (Message) CALLBACKS.getAndSet(cell, callback);
        Message link = before == null ? Inbox.BUSY : before; // never null: the owner waits for it
        try {
            callback.releaseNext(link);
        } catch (StackOverflowError e) {
            callback.next = link;
        }
    }

    /** Owner only. */
    static boolean hasAny(Cell cell) {
        return hasFresh(cell) || cell.heldCallbacks != null;
    }

    /** Whether there are some that {@link #nextEvent} has not seen. Owner only. */
    static boolean hasFresh(Cell cell) {
        return cell.callbacks != EMPTY || cell.pendingCallbacks != null || cell.callbackReversal != null;
    }

    /** Whether {@link #nextEvent} has kept some back. Owner only. */
    static boolean hasHeld(Cell cell) {
        return cell.heldCallbacks != null;
    }

    /** Whether there are callbacks, but so many that they are still put in order, in steps. Owner only. */
    static boolean isReversing(Cell cell) {
        return cell.callbackReversal != null;
    }

    /** The oldest callback, or null: there is none, or {@link #isReversing}. Owner only. */
    static @Nullable Message next(Cell cell) {
        Message held = nextHeld(cell);
        return held == null ? nextFresh(cell) : held;
    }

    /** The oldest system event, or null; keeps back what is before it, in order, each looked at once. Owner only. */
    static @Nullable Message nextEvent(Cell cell) {
        for (Message next = nextFresh(cell); next != null; next = nextFresh(cell)) {
            if (next.isSystemEvent()) {
                return next;
            }
            Chain.insert(cell.heldCallbacks, next, next);
            cell.heldCallbacks = next;
        }
        return null;
    }

    /** The oldest of those kept back, or null. Owner only. */
    static @Nullable Message nextHeld(Cell cell) {
        Message held = cell.heldCallbacks;
        if (held == null) {
            return null;
        }
        Message callback = Chain.takeOldest(held);
        if (callback == held) {
            cell.heldCallbacks = null;
        }
        return callback;
    }

    private static @Nullable Message nextFresh(Cell cell) {
        Message pending = cell.pendingCallbacks;
        if (pending == null) {
            return cell.callbacks == EMPTY && cell.callbackReversal == null ? null : take(cell);
        }
        Message callback = Chain.takeOldest(pending);
        if (callback == pending) {
            cell.pendingCallbacks = null;
        }
        return callback;
    }

    /** Takes all, keeps all but the oldest. There is at least one. */
    private static @Nullable Message take(Cell cell) {
        if (cell.callbackReversal != null) {
            return goOn(cell, cell.callbackReversal);
        }
        Message newest = (Message) CALLBACKS.getAndSet(cell, EMPTY);
        Message oldest = Chain.oldestFirst(newest, EMPTY);
        if (newest.next() != null) {
            cell.callbackReversal = Reversal.begun(newest, oldest, EMPTY);
            return null;
        }
        return keepBehind(cell, oldest, newest);
    }

    private static @Nullable Message goOn(Cell cell, Reversal reversal) {
        if (!reversal.step()) {
            return null;
        }
        cell.callbackReversal = null;
        Message oldest = reversal.first();
        return oldest == null ? null : keepBehind(cell, oldest, reversal.newest());
    }

    private static Message keepBehind(Cell cell, Message oldest, Message newest) {
        if (oldest != newest) { // written only if needed: see Inbox on what that costs
            cell.pendingCallbacks = Chain.ringBehind(oldest, newest);
        }
        return oldest;
    }

    /**
     * Takes all callbacks, behind what is given. Owner only, and after the end, for what comes too late, under the closing
     * lock.
     */
    static @Nullable Reversal shut(Cell cell, @Nullable Reversal before) {
        Reversal left = before;
        if (cell.heldCallbacks != null) {
            left = Reversal.ofRing(cell.heldCallbacks).behind(left);
            cell.heldCallbacks = null;
        }
        if (cell.pendingCallbacks != null) {
            left = Reversal.ofRing(cell.pendingCallbacks).behind(left);
            cell.pendingCallbacks = null;
        }
        if (cell.callbackReversal != null) {
            left = cell.callbackReversal.behind(left);
            cell.callbackReversal = null;
        }
        Message newest = (Message) CALLBACKS.getAndSet(cell, EMPTY);
        return newest == null ? left : Reversal.of(newest, EMPTY).behind(left);
    }
}
