// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.host;

import io.troupe.core.actor.KeyedFactory;

/**
 * Makes actors of a directory that have a guard each.
 *
 * @param <T> type of the actors
 */
public interface GuardedFactory<T> extends KeyedFactory<T> {
    /**
     * The guard of one actor, asked also before the actor is made for a call.
     *
     * @param key of the actor
     * @return kept as long as anybody could use the actor
     */
    TurnGuard guard(String key);

    /**
     * Told when an actor has no object any more: it is passive, or has ended. In its last turn, behind {@code onStop}. An
     * object that takes the place of a failed one is nothing to be told.
     *
     * @param key of the actor
     */
    default void left(String key) {}
}
