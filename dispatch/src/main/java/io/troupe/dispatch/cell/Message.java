// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One unit of work for one cell, and at the same time the list node it waits in: putting it into a mailbox allocates
 * nothing. A message is in one queue at a time. From the moment its delivery begins it may be put into another cell, or
 * signalled to its own; offered to its own cell again it may be lost, because the inbox keeps the last message as the mark
 * where the next take ends. Written by the sender before it is put, read by the cell's turn afterwards.
 */
public abstract class Message {
    private static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(Message.class, "next", Message.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Link to the next message of the queue; null while in no queue, and for an instant while being put. Written from outside only
     * where no method can be called, see {@link Inbox#push}.
     */
    @Nullable
    Message next;

    /** What travels with the message besides its arguments (for example a logging context). Set before it is put. */
    private @Nullable Object context;

    /** For subclasses. */
    protected Message() {}

    /**
     * Does the work. Runs in a turn of the cell it was put to.
     *
     * @param receiver what the cell runs its messages on (for an actor: the user's object)
     * @throws Throwable whatever the receiver's code throws; the cell deals with it
     */
    public abstract void deliver(Object receiver) throws Throwable;

    /**
     * Whether a cell gets it as a callback even while its own messages wait for room elsewhere: true for what belongs to
     * the life of the cell, false for what runs its code. Owner of the cell.
     */
    protected boolean isSystemEvent() {
        return false;
    }

    /** Whether nobody wants it delivered any more; looked at while its sender waits for room. The sender's thread. */
    protected boolean isObsolete() {
        return false;
    }

    /**
     * Told before a thread waits for room for it.
     *
     * @param thread to be unparked when the message becomes obsolete
     */
    protected void awaitedBy(Thread thread) {}

    /** The context that travels with this message, or null. */
    public final @Nullable Object context() {
        return context;
    }

    /** Sets the context that travels with this message. Only before it is put. */
    public final void context(@Nullable Object newContext) {
        context = newContext;
    }

    /** The link, for subclasses that use it for lists of their own while the message is in no queue. */
    protected final @Nullable Message link() {
        return next;
    }

    /** Sets the link, for subclasses that use it for lists of their own. Null before the message is put. */
    protected final void link(@Nullable Message message) {
        next = message;
    }

    final @Nullable Message next() {
        return next;
    }

    final void next(@Nullable Message message) {
        next = message;
    }

    final void releaseNext(Message message) {
        NEXT.setRelease(this, message);
    }

    /** The link, waited for when the putting thread was caught between its two steps (see {@link Inbox#push}). */
    final Message awaitNext() {
        Message linked = acquireNext();
        return linked != null ? linked : spinForNext();
    }

    final @Nullable Message acquireNext() {
        return (Message) NEXT.getAcquire(this);
    }

    private Message spinForNext() {
        for (int spins = 0; ; spins++) {
            Message linked = acquireNext();
            if (linked != null) {
                return linked;
            }
            if (spins < 200) {
                Thread.onSpinWait();
            } else {
                Thread.yield(); // the putting thread lost its processor: give it ours
            }
        }
    }
}
