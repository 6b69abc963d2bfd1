// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * The hooks of actors that do not extend {@link Actor}: of objects behind an interface, for example records. All run in
 * the actor's turns.
 */
public interface Lifecycle {
    /**
     * Runs before the first message, also after a restart. What it throws is a failure of the actor. If it returns a
     * promise, messages wait until that has settled, while continuations and timers run; a failed promise is a failure of
     * the actor.
     *
     * @return what the messages are to wait for; null: nothing
     * @throws Exception any failure
     */
    default @Nullable Promise<?> onStart() throws Exception {
        return null;
    }

    /**
     * Runs in the last turn, after the children have stopped. What it throws is reported.
     *
     * @throws Exception any failure
     */
    default void onStop() throws Exception {}

    /**
     * Runs on the failed object before a new one takes its place. What it throws is reported.
     *
     * @param cause why it is restarted
     * @throws Exception any failure
     */
    default void onRestart(Throwable cause) throws Exception {}
}
