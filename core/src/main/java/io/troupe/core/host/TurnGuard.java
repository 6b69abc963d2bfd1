// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.host;

import io.troupe.core.error.CallNotServedException;
import io.troupe.dispatch.cell.Message;
import org.jspecify.annotations.Nullable;

/**
 * Asked in the turns of one actor, before each call: whether it may still be delivered. What the actor has begun goes on:
 * continuations, timers and tasks do not ask.
 */
@FunctionalInterface
public interface TurnGuard {
    /**
     * Decides about the next call. Runs with every call, so it should read a field or two when all is well. Must not throw.
     *
     * @return what the caller gets instead, or why a call without a result becomes a dead letter; null: the call is delivered
     */
    @Nullable
    CallNotServedException refusal();

    /**
     * A call that was refused has been dealt with: whoever sent it knows. In the turn of the refusal. Must not throw.
     *
     * @param call that was refused, to be looked at only
     */
    default void turnedAway(Message call) {}
}
