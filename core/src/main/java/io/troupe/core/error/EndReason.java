// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

/**
 * The reason why an actor, or one incarnation of it, has ended. Errors, dead letters and watches of one end give the same
 * reason.
 */
public enum EndReason {
    /** The actor was stopped, by itself or by others. */
    STOPPED,
    /** The actor failed, and its supervision decided to stop it. */
    FAILED,
    /**
     * The actor failed, and a new object has taken its place. The actor lives on; only what the old object owed ends for
     * this reason.
     */
    RESTARTED,
    /** The actor's parent ended. */
    PARENT_ENDED,
    /** The actor's system was closed. */
    SYSTEM_CLOSED,
    /** The actor's dispatcher refused to run it, or has closed; no hook of the actor was run. */
    DISPATCHER_GONE,
    /**
     * The actor of a directory was idle, and its object was dropped. The actor lives on; only what the old object had
     * registered ends for this reason.
     */
    PASSIVATED,
    /** The link to the actor's process was lost; whether the actor has ended is not known. */
    LINK_LOST
}
