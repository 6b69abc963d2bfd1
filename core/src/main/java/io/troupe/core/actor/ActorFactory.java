// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/**
 * Makes the object of an actor. Runs in the actor's first turn and again at each restart.
 *
 * @param <T> the actor's type
 */
@FunctionalInterface
public interface ActorFactory<T> {
    /**
     * Makes a new object; never one that was handed out before.
     *
     * @throws Exception a failure of the actor, for its supervision
     */
    T create() throws Exception;
}
