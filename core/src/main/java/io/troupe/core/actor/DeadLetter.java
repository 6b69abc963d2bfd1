// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

/**
 * A message that was not delivered and has no caller to be told.
 *
 * @param target address it was sent to
 * @param method what it would have called
 * @param reason why it was not delivered
 */
public record DeadLetter(String target, String method, Reason reason) {
    /** Why a message was not delivered. */
    public enum Reason {
        /** The target had stopped before. */
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
