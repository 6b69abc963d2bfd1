// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.util.Objects;

/**
 * An operation on a socket that could not be carried out; {@link #reason} tells programs why, the message tells people.
 * A message that was to be sent still belongs to the caller when this is thrown.
 */
public class SpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SpError reason;

    /**
     * An exception with a cause in words.
     *
     * @param reason what kind of failure it is
     * @param message the rule that was broken, and the values that broke it
     */
    public SpException(SpError reason, String message) {
        super(message);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /**
     * An exception that another one led to.
     *
     * @param reason what kind of failure it is
     * @param message the rule that was broken, and the values that broke it
     * @param cause what led to it
     */
    public SpException(SpError reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** What kind of failure it is. */
    public final SpError reason() {
        return reason;
    }
}
