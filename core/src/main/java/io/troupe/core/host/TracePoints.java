// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.host;

import io.troupe.core.message.Outlet;
import io.troupe.dispatch.cell.Message;
import org.jspecify.annotations.Nullable;

/**
 * Told what the messages of a system do: the port of the system to a tracer. A listener of the system that implements this, too,
 * is the tracer. It brings a context carrier with it: senders and turns look for a tracer only where contexts travel, so a
 * system without one pays nothing. Methods run where the events happen, and may let that thread wait unless they say
 * otherwise.
 */
public interface TracePoints {
    /**
     * A message is sent to an actor of this process and would reach its mailbox at once. On the sender's thread.
     *
     * @param target whose mailbox it is
     * @param message new, in no queue, without context
     * @param put puts it into the mailbox later, on any thread, once
     * @return whether the caller is to put it now; false: the tracer keeps it and runs {@code put}
     */
    boolean onSend(Outlet target, Message message, Runnable put);

    /**
     * A message is sent to an actor of another process. On the sender's thread.
     *
     * @param target far away
     * @param message new, in no queue, without context
     */
    void onSend(Outlet target, Message message);

    /**
     * A message that was sent elsewhere, or was tried before, reaches a mailbox. On a thread that must not wait.
     *
     * @param target whose mailbox it is
     * @param message in no queue
     * @param put puts it into the mailbox later, on any thread, once
     * @return whether the caller is to put it now; false: the tracer keeps it and runs {@code put}
     */
    boolean onArrival(Outlet target, Message message, Runnable put);

    /**
     * An actor begins with a message or continuation, whose context is current already. In the actor's turn.
     *
     * @param actor whose turn it is
     * @param message that is about to run
     */
    void onTurn(Outlet actor, Message message);

    /**
     * A timer of an actor has fired; its context is current. In the actor's turn.
     *
     * @param actor whose timer it is
     * @param name of the timer, if it has one
     */
    void onTimer(Outlet actor, @Nullable String name);

    /**
     * A link has come up or has ended. On its loop, which must not wait.
     *
     * @param peer name or address of the other side
     * @param up whether it has come up
     */
    void onLink(String peer, boolean up);
}
