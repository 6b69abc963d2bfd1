// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Says that a combination of promises has failed. Of {@link io.troupe.core.promise.Promise#all(java.util.List) all}, the
 * message says which promise failed first, and the cause why. Of {@link io.troupe.core.promise.Promise#any(java.util.List)
 * any}, the suppressed exceptions are the failures of all promises.
 */
public final class CombinedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception with a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param cause the failure that led to this one; null: none
     */
    public CombinedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Makes an exception without a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public CombinedException(String message) {
        this(message, null);
    }
}
