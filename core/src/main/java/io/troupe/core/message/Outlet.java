// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import org.jspecify.annotations.Nullable;

/**
 * The one seam between a reference and what is behind it: a local actor, a group of actors, or a link to another
 * process. References call it on the sender's thread.
 */
public interface Outlet {
    /**
     * Sends a call without a result. What cannot be delivered becomes a dead letter; nothing is thrown for that.
     *
     * @param message new, in no queue
     */
    void tell(TellMessage message);

    /**
     * Sends a call with a result.
     *
     * @param message new, in no queue
     * @return the message itself, which is the promise; failed already if the target has stopped
     */
    <T> Promise<T> ask(AskMessage<T> message);

    /**
     * Sends a call without a result like {@link #tell}, but never waits: for threads that must not. By default for outlets
     * whose tell never waits. A context that the message has already stays.
     *
     * @param message in no queue
     * @return FULL: there is no room, and the message is still the caller's, who may try again or give it up by
     *     {@link #lost}; else it has been dealt with
     */
    default Offer tryTell(TellMessage message) {
        tell(message);
        return Offer.ACCEPTED;
    }

    /**
     * Sends a call with a result like {@link #ask}, but never waits: for threads that must not. By default for outlets
     * whose ask never waits. A context that the message has already stays, and so does a deadline.
     *
     * @param message in no queue; it is the promise
     * @return FULL: there is no room, and the message is still the caller's, who may try again or reject it; else it has
     *     been dealt with
     */
    default Offer tryAsk(AskMessage<?> message) {
        ask(message);
        return Offer.ACCEPTED;
    }

    /**
     * Counts and reports a message that is given up after {@link #tryTell} found no room for it. Any thread.
     *
     * @param message that its sender gives up
     */
    default void lost(TellMessage message) {}

    /**
     * Asks to be told once when another {@link #tryTell} or {@link #tryAsk} may find room, or will not be FULL any more as
     * the target has ended. Any thread. By default for outlets with one cell behind, or with none.
     *
     * @param wake runs on the thread that makes room, or at once if there is room; must be quick
     * @return takes the request back; any thread, also after it was told
     */
    default Runnable whenRoom(Runnable wake) {
        Cell cell = cell();
        if (cell != null) {
            return cell.whenRoom(wake);
        }
        wake.run();
        return () -> {};
    }

    /** The cell behind it if there is exactly one in this process: to measure how much waits there. */
    default @Nullable Cell cell() {
        return null;
    }

    /** What identifies the target: equal addresses, equal references. */
    String address();

    /** The object to compare targets by: the same for all references to one target in this process. */
    default Object identity() {
        return this;
    }

    /** The executor of continuations that threads outside of actors register on this target's promises. */
    CallbackExecutor outsideExecutor();

    /** The executor of the target itself if it is an actor of this process. */
    default @Nullable CallbackExecutor callbackExecutor() {
        return null;
    }

    /**
     * Where a message that has not begun is: "queued at position 3 of 17", "target has stopped", …
     *
     * @param message sent through this outlet
     */
    default String whereabouts(Message message) {
        return "sent";
    }

    /**
     * Whether the message was put aside during its delivery, to be delivered again. In the target's turn.
     *
     * @param message that was delivered and returned no promise
     */
    default boolean stashed(AskMessage<?> message) {
        return false;
    }

    /**
     * Decides what becomes of an ask that the guard of its actor does not let pass: by default its caller is told. In the
     * target's turn, in the order of its mailbox; calls behind it have not been looked at.
     *
     * @param message sent through this outlet; in no queue any more, but it must not be put into the same cell again
     * @param refusal of the guard
     */
    default void turnedAway(AskMessage<?> message, CallNotServedException refusal) {
        message.reject(refusal);
    }

    /**
     * Told when the method of an ask has returned a promise that is pending: the target owes the answer from now on. In the
     * target's turn.
     *
     * @param message that was delivered
     */
    default void owed(AskMessage<?> message) {}

    /**
     * Told when an ask that was {@link #owed} has been answered, or was passed over so that the target of the ask
     * behind it owes the answer. Any thread; not in every case, so {@link AskMessage#isUnpaid} has the last word.
     *
     * @param message that is owed no more
     */
    default void paid(AskMessage<?> message) {}

    /**
     * Told when the caller does not want the result any more: it has cancelled, or its deadline has passed. At most
     * once, and not if it was answered first. Any thread.
     *
     * @param message sent through this outlet, settled
     */
    default void abandoned(AskMessage<?> message) {}

    /**
     * Told when the caller of an ask has chosen a deadline, or none, after its target is known and before or after it is
     * put. Not told of the default one. The caller's thread.
     *
     * @param message whose {@link AskMessage#left} has changed
     */
    default void limited(AskMessage<?> message) {}

    /**
     * Told when an ask has failed and nobody listens to it so far. Any thread.
     *
     * @param message sent through this outlet, settled
     * @param failure to be reported unless somebody looks at it within a moment
     */
    default void unhandled(AskMessage<?> message, UnhandledFailure failure) {
        outsideExecutor().unhandled(failure);
    }

    /**
     * Told when an ask was settled a second time, usually because the answer came after the deadline.
     *
     * @param message sent through this outlet
     */
    default void late(AskMessage<?> message) {}

    /**
     * Told when the method of an ask threw. The caller has the failure already.
     *
     * @param message that was delivered
     * @param failure what was thrown
     */
    default void answeredWithFailure(AskMessage<?> message, Throwable failure) {}
}
