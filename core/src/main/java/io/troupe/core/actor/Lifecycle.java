// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * The hooks of actors that do not extend {@link Actor}, for example of records behind an interface. All of them run in the
 * actor's turns.
 */
public interface Lifecycle {
    /**
     * Runs before the first message, also after a restart. If it throws, the actor has failed. If it returns a promise,
     * messages wait until the promise has settled, while continuations and timers run; if the promise fails, the actor has
     * failed.
     *
     * @return a promise that the messages wait for; null: they wait for nothing
     * @throws Exception any failure, for the actor's supervision
     */
    default @Nullable Promise<?> onStart() throws Exception {
        return null;
    }

    /**
     * Runs in the last turn, after the children have stopped. It does not run if the actor's dispatcher is gone.
     *
     * @throws Exception any failure, which is logged
     */
    default void onStop() throws Exception {}

    /**
     * Runs on the failed object before a new object takes its place.
     *
     * @param cause the failure that led to the restart
     * @throws Exception any failure, which is logged; the restart goes on
     */
    default void onRestart(Throwable cause) throws Exception {}
}
