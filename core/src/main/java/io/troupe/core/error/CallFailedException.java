// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Says that the promise which a thread waited for has failed with a checked exception or an error, which is the cause. {@link
 * io.troupe.core.promise.Promise#await} throws unchecked exceptions as they are.
 */
public final class CallFailedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception with a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param cause the failure that led to this one; null: none
     */
    public CallFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Makes an exception without a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public CallFailedException(String message) {
        this(message, null);
    }
}
