// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The second queue of a cell, for work that it has brought about itself. Built like the {@link Inbox}, with the same race
 * between exchange and link, but without a scheduling state: who pushes claims the cell through the inbox.
 */
abstract class CallbackQueue extends CellPlace {
    private static final @Nullable Message EMPTY = null;
    private static final VarHandle CALLBACKS;

    static {
        try {
            CALLBACKS = MethodHandles.lookup().findVarHandle(CallbackQueue.class, "callbacks", Message.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Newest callback or EMPTY. Any thread pushes, the owner takes all. */
    @SuppressWarnings("FieldMayBeFinal") // written through CALLBACKS
    private volatile @Nullable Message callbacks;

    /** The newest of those taken but not yet delivered, in a ring. Owner only. */
    private @Nullable Message pendingCallbacks;

    /** What was taken before those while the cell was paced; no system events among them. In a ring. Owner only. */
    private @Nullable Message heldCallbacks;

    /** A long chain that has been taken and is not in order yet. Owner only. */
    private @Nullable Reversal turningCallbacks;

    CallbackQueue(CellHome home) {
        super(home);
    }

    /** Any thread. */
    final void pushCallback(Message callback) {
        Message before = (Message) CALLBACKS.getAndSet(this, callback);
        callback.releaseNext(before == null ? BUSY : before); // never null: the owner waits for the link
    }

    /** Owner only. */
    final boolean hasCallbacks() {
        return hasFreshCallbacks() || heldCallbacks != null;
    }

    /** Whether there are some that {@link #nextEvent} has not seen. Owner only. */
    final boolean hasFreshCallbacks() {
        return callbacks != EMPTY || pendingCallbacks != null || turningCallbacks != null;
    }

    /** Whether {@link #nextEvent} has kept some back. Owner only. */
    final boolean hasHeldCallbacks() {
        return heldCallbacks != null;
    }

    /** Whether there are callbacks, but so many that they are still put in order, in steps. Owner only. */
    final boolean isTurningCallbacks() {
        return turningCallbacks != null;
    }

    /** The oldest callback, or null: there is none, or {@link #isTurningCallbacks}. Owner only. */
    final @Nullable Message nextCallback() {
        Message held = nextHeldCallback();
        return held == null ? nextFreshCallback() : held;
    }

    /** The oldest system event, or null; keeps back what is before it, in order, each looked at once. Owner only. */
    final @Nullable Message nextEvent() {
        for (Message next = nextFreshCallback(); next != null; next = nextFreshCallback()) {
            if (next.isSystemEvent()) {
                return next;
            }
            Chain.insert(heldCallbacks, next, next);
            heldCallbacks = next;
        }
        return null;
    }

    /** The oldest of those kept back, or null. Owner only. */
    final @Nullable Message nextHeldCallback() {
        Message held = heldCallbacks;
        if (held == null) {
            return null;
        }
        Message callback = Chain.takeOldest(held);
        if (callback == held) {
            heldCallbacks = null;
        }
        return callback;
    }

    private @Nullable Message nextFreshCallback() {
        Message pending = pendingCallbacks;
        if (pending == null) {
            return callbacks == EMPTY && turningCallbacks == null ? null : takeCallbacks();
        }
        Message callback = Chain.takeOldest(pending);
        if (callback == pending) {
            pendingCallbacks = null;
        }
        return callback;
    }

    /** Takes all, keeps all but the oldest. There is at least one. */
    private @Nullable Message takeCallbacks() {
        if (turningCallbacks != null) {
            return goOnTurning(turningCallbacks);
        }
        Message newest = (Message) CALLBACKS.getAndSet(this, EMPTY);
        Message oldest = Chain.oldestFirst(newest, EMPTY);
        if (newest.next() != null) {
            turningCallbacks = Reversal.begun(newest, oldest, EMPTY);
            return null;
        }
        return keepBehind(oldest, newest);
    }

    private @Nullable Message goOnTurning(Reversal reversal) {
        if (!reversal.step()) {
            return null;
        }
        turningCallbacks = null;
        Message oldest = reversal.first();
        return oldest == null ? null : keepBehind(oldest, reversal.newest());
    }

    private Message keepBehind(Message oldest, Message newest) {
        if (oldest != newest) { // written only if needed: see Inbox on what that costs
            pendingCallbacks = Chain.ringBehind(oldest, newest);
        }
        return oldest;
    }

    /**
     * Takes all callbacks, behind what is given. Owner only, and after the end, for what comes too late, under the closing
     * lock.
     */
    final @Nullable Reversal shutCallbacks(@Nullable Reversal before) {
        Reversal left = before;
        if (heldCallbacks != null) {
            left = Reversal.ofRing(heldCallbacks).behind(left);
            heldCallbacks = null;
        }
        if (pendingCallbacks != null) {
            left = Reversal.ofRing(pendingCallbacks).behind(left);
            pendingCallbacks = null;
        }
        if (turningCallbacks != null) {
            left = turningCallbacks.behind(left);
            turningCallbacks = null;
        }
        Message newest = (Message) CALLBACKS.getAndSet(this, EMPTY);
        return newest == null ? left : Reversal.of(newest, EMPTY).behind(left);
    }
}
