// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The second queue of a cell, for work that it has brought about itself. Built like the {@link Inbox}, with the same race
 * between exchange and link, but without a scheduling state: who pushes claims the cell through the inbox.
 */
abstract class CallbackLane extends Placed {
    private static final Message EMPTY = CLOSED; // any mark will do as the end of the chain
    private static final VarHandle CALLBACKS;

    static {
        try {
            CALLBACKS = MethodHandles.lookup().findVarHandle(CallbackLane.class, "callbacks", Message.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Newest callback or EMPTY. Any thread pushes, the owner takes all. */
    @SuppressWarnings("FieldMayBeFinal") // written through CALLBACKS
    private volatile Message callbacks = EMPTY;

    /** Taken but not yet delivered, oldest first. Owner only. */
    private @Nullable Message pendingCallbacks;

    CallbackLane(Ready home) {
        super(home);
    }

    /** Any thread. */
    final void pushCallback(Message callback) {
        Message before = (Message) CALLBACKS.getAndSet(this, callback);
        callback.releaseNext(before);
    }

    /** Owner only. */
    final boolean hasCallbacks() {
        return callbacks != EMPTY || pendingCallbacks != null;
    }

    /** The oldest callback, or null. Owner only, and after the end under the closing lock. */
    final @Nullable Message nextCallback() {
        Message callback = pendingCallbacks;
        if (callback == null) {
            if (callbacks == EMPTY) {
                return null;
            }
            Message newest = (Message) CALLBACKS.getAndSet(this, EMPTY);
            callback = oldestFirst(newest, EMPTY);
        }
        pendingCallbacks = callback.next();
        callback.next(null);
        return callback;
    }
}
