// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.error.EndReason;
import org.jspecify.annotations.Nullable;

/**
 * A message that was not delivered and has no caller to be told. Its method was not called.
 *
 * @param target address it was sent to
 * @param method what it would have called
 * @param reason why it was not delivered
 * @param end why the target ended, if that is the reason; the same as in {@link Terminated}
 * @param cause the failure by which the target ended, if it was one
 */
public record DeadLetter(
        String target, String method, Reason reason, @Nullable EndReason end, @Nullable Throwable cause) {
    /**
     * A letter whose target has not ended, or not in this process.
     *
     * @param target address it was sent to
     * @param method what it would have called
     * @param reason why it was not delivered
     */
    public DeadLetter(String target, String method, Reason reason) {
        this(target, method, reason, null, null);
    }

    /** Why a message was not delivered. */
    public enum Reason {
        /** The target had stopped before, or takes no new messages because it is stopping. */
        STOPPED,
        /** The target's mailbox was full. */
        MAILBOX_FULL,
        /** The target's mailbox dropped it to make room, or replaced it by a newer one. */
        DISPLACED,
        /** A continuation of an actor that has stopped or restarted. */
        CONTINUATION,
        /** The link to the target's process is down. */
        LINK_LOST,
        /** The target's process refused it: unknown target or method, or arguments that do not fit. */
        REFUSED,
        /** It cannot be sent to another process: an argument has no encoding, or it is too large. */
        NOT_SENDABLE,
        /** A receiver could not keep up, and its policy is to do without. */
        SLOW_RECEIVER
    }
}
