// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that mean nothing, or a value that cannot be made into bytes. Fails the one message that it is about; whoever reads
 * or writes frames turns it into an answer to the other side or to the caller. Never leaves a link.
 */
public class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Without a cause.
     *
     * @param message rule broken, then name=value for each fact
     */
    public WireException(String message) {
        this(message, null);
    }

    /**
     * With a cause.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    public WireException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * What has failed a message, of whatever values did. Their errors are about that message, too; only that memory is short
     * is about more, and is thrown.
     *
     * @param cause returned if it says what is wrong
     * @param message for all others: rule broken, then facts; the cause is added
     */
    public static WireException of(Throwable cause, String message) {
        if (cause instanceof OutOfMemoryError error) {
            throw error;
        }
        if (cause instanceof WireException known) {
            return known;
        }
        return new WireException(message + (message.contains("=") ? ", " : ": ") + "cause=" + cause, cause);
    }
}
