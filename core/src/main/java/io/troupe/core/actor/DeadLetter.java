// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.error.EndReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message that was not delivered and has no caller to be told; listeners of the system get it. Its method was not called.
 *
 * @param target address that the message was sent to
 * @param method class and signature of the method, as in {@code Counter.add(int)}; for a continuation that word
 * @param reason why the message was not delivered
 * @param end why the target ended, the same as in {@link Terminated}; null if the target has not ended
 * @param cause the failure by which the target ended; null if it did not end by one
 */
public record DeadLetter(
        String target, String method, Reason reason, @Nullable EndReason end, @Nullable Throwable cause) {
    /**
     * Checks that it says what was sent, to whom, and why it did not arrive.
     *
     * @param target address that the message was sent to
     * @param method class and signature of the method, as in {@code Counter.add(int)}; for a continuation that word
     * @param reason why the message was not delivered
     * @param end why the target ended; null if it has not
     * @param cause the failure by which the target ended; null if it did not end by one
     * @throws NullPointerException if the target, the method or the reason is null
     */
    public DeadLetter {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(reason, "reason");
    }

    /**
     * Makes a letter whose target has not ended, or not in this process.
     *
     * @param target address that the message was sent to
     * @param method class and signature of the method, as in {@code Counter.add(int)}
     * @param reason why the message was not delivered
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
        /** It was a continuation of an actor that has stopped or restarted. */
        CONTINUATION,
        /** The link to the target's process is down. */
        LINK_LOST,
        /** The target's process refused it: unknown target or method, or arguments that do not fit. */
        REFUSED,
        /** It cannot be sent to another process: an argument has no encoding, or it is too large. */
        NOT_SENDABLE,
        /** The receiver could not keep up, and its policy drops messages then. */
        SLOW_RECEIVER,
        /** Its sender had updated its stored state before, and that update was not stored. */
        NOT_STORED,
        /** It was stored with an update of its sender, and has failed too often; it is kept there. */
        GIVEN_UP
    }
}
