// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

/** The steps of closing a system, in order: when a task of {@link ActorSystem#onClose} runs. */
public enum ShutdownPhase {
    /** While all actors still work: stop accepting, say goodbye. */
    BEFORE_ACTORS,
    /**
     * While no new top actors are made any more, under the drain timeout if there is one: finish what was begun. After the
     * tasks of this phase, actors stop when they are idle.
     */
    DRAIN,
    /** When all actors have ended: release what they used. */
    AFTER_ACTORS
}
