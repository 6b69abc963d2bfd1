// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

/**
 * The reason why an actor, or one incarnation of it, has ended. Errors, dead letters and watches give the same one.
 */
public enum EndReason {
    /** It was stopped, by itself or by others. */
    STOPPED,
    /** It failed, and its supervision decided to stop it. */
    FAILED,
    /** It failed and a new object has taken its place. Only said of what the old object owed: the actor lives on. */
    RESTARTED,
    /** Its parent ended. */
    PARENT_ENDED,
    /** Its system was closed. */
    SYSTEM_CLOSED,
    /** Its dispatcher refused to run it, or has closed; no hook of the actor was run. */
    DISPATCHER_GONE,
    /** It lives in another process, and the link to that one was lost; whether it has ended is not known. */
    LINK_LOST
}
