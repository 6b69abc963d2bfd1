// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.util.Objects;

/**
 * Thrown when an operation on a socket could not be carried out. {@link #reason} tells programs why, the message tells people.
 * A message that was to be sent still belongs to the caller when a send throws this.
 */
public class SpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SpError reason;

    /**
     * An exception without a cause.
     *
     * @param reason what kind of failure it is
     * @param message the rule that was broken, and the values that broke it
     */
    public SpException(SpError reason, String message) {
        super(message);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /**
     * An exception with a cause.
     *
     * @param reason what kind of failure it is
     * @param message the rule that was broken, and the values that broke it
     * @param cause the exception that led to this one
     */
    public SpException(SpError reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** {@return the kind of failure, for programs} */
    public final SpError reason() {
        return reason;
    }
}
