// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import org.jspecify.annotations.Nullable;

/**
 * The end of an actor.
 *
 * @param address of the actor
 * @param reason why it ended
 * @param cause the failure, if it ended by one
 */
public record Terminated(String address, Reason reason, @Nullable Throwable cause) {
    /** Why an actor ended. */
    public enum Reason {
        /** It was stopped, by itself or by others. */
        STOPPED,
        /** It failed, and its supervision decided to stop it. */
        FAILED,
        /** Its parent or the system ended. */
        PARENT_ENDED,
        /** It lives in another process, and the link to that one was lost; whether it has ended is not known. */
        LINK_LOST
    }
}
