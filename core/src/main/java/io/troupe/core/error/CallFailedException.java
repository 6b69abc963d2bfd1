// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/** The promise that a thread waited for has failed with a checked exception, which is the cause. */
public final class CallFailedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * With a cause.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    public CallFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Without a cause.
     *
     * @param message rule broken, then name=value for each fact
     */
    public CallFailedException(String message) {
        this(message, null);
    }
}
