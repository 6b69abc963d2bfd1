// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

/** A step of closing a system, in the order of the constants; says when a task of {@link ActorSystem#onClose} runs. */
public enum ShutdownPhase {
    /** While all actors still work: for tasks that stop accepting new work and say goodbye to peers. */
    BEFORE_ACTORS,
    /**
     * Before the actors are drained: for tasks that finish what was begun. The drain timeout bounds these tasks if it is
     * more than zero, else the close timeout does. With a drain timeout, the actors then finish what they do for each other,
     * and stop as they become idle.
     */
    DRAIN,
    /** After the actors have ended, or had no more time to: for tasks that release what actors used. */
    AFTER_ACTORS
}
