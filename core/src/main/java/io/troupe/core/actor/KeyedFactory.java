// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/**
 * Makes the object of an actor of a {@link Directory}, usually a constructor reference. Runs at each activation and again
 * at each restart.
 *
 * @param <T> type of the actor
 */
@FunctionalInterface
public interface KeyedFactory<T> {
    /**
     * Makes the object. In a turn of the actor.
     *
     * @param key of the actor, as given to {@link Directory#get}
     * @return a new object of the directory's type, never one that was returned before, and not a reference
     * @throws Exception any failure, for the actor's supervision
     */
    T create(String key) throws Exception;
}
