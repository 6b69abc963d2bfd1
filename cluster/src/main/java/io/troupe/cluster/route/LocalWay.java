// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.FrontedOutlet;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import org.jspecify.annotations.Nullable;

/**
 * Where calls go that their senders' own messages carry to an actor of this process: the target of these messages, so they keep the
 * outlet of the key as long as they are queued. All that targets are told concerns the actor, but for calls that have met its
 * guard: they go back to the outlet. Any thread.
 */
final class LocalWay implements Outlet {
    private final VirtualOutlet outlet;
    private final FrontedOutlet actor;

    LocalWay(VirtualOutlet outlet, FrontedOutlet actor) {
        this.outlet = outlet;
        this.actor = actor;
    }

    @Override
    public Offer tryAsk(AskMessage<?> message) {
        return actor.tryAsk(message, this);
    }

    @Override
    public void turnedAway(AskMessage<?> message, CallNotServedException refusal) {
        if (refusal instanceof MovedException moved) {
            outlet.takeBack(message, this, moved);
        } else {
            message.reject(refusal);
        }
    }

    /** The outlet may have taken it back at the same time. */
    @Override
    public void abandoned(AskMessage<?> message) {
        actor.abandoned(message);
        outlet.abandoned(message);
    }

    // ---- others send by the outlet -------------------------------------------------------------------------------

    @Override
    public void tell(TellMessage message) {
        outlet.tell(message);
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        return outlet.ask(message);
    }

    @Override
    public String address() {
        return outlet.address();
    }

    @Override
    public Object identity() {
        return outlet.identity();
    }

    // ---- all else as the actor -----------------------------------------------------------------------------------

    @Override
    public @Nullable Cell cell() {
        return actor.cell();
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return actor.outsideExecutor();
    }

    @Override
    public @Nullable CallbackExecutor callbackExecutor() {
        return actor.callbackExecutor();
    }

    @Override
    public String whereabouts(Message message) {
        return actor.whereabouts(message);
    }

    @Override
    public boolean stashed(AskMessage<?> message) {
        return actor.stashed(message);
    }

    @Override
    public void owed(AskMessage<?> message) {
        actor.owed(message);
    }

    @Override
    public void paid(AskMessage<?> message) {
        actor.paid(message);
    }

    @Override
    public void limited(AskMessage<?> message) {
        actor.limited(message);
    }

    @Override
    public void unhandled(AskMessage<?> message, UnhandledFailure failure) {
        actor.unhandled(message, failure);
    }

    @Override
    public void late(AskMessage<?> message) {
        actor.late(message);
    }

    @Override
    public void answeredWithFailure(AskMessage<?> message, Throwable failure) {
        actor.answeredWithFailure(message, failure);
    }

    @Override
    public String toString() {
        return address();
    }
}
