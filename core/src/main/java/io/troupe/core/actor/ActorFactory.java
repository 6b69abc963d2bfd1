// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/**
 * Makes the object of an actor, usually a constructor reference. Runs in the actor's first turn and again at each restart.
 *
 * @param <T> type of the actor
 */
@FunctionalInterface
public interface ActorFactory<T> {
    /**
     * Makes the object. In a turn of the actor.
     *
     * @return a new object of the spawned type, never one that was returned before, and not a reference
     * @throws Exception any failure, for the actor's supervision
     */
    T create() throws Exception;
}
