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
}
