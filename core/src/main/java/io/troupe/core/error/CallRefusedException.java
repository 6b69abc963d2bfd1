// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/**
 * A call was not executed because the other process refused it or it could not be sent: unknown target or method,
 * arguments that do not fit, too much work.
 */
public final class CallRefusedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * With a cause.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    public CallRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Without a cause.
     *
     * @param message rule broken, then name=value for each fact
     */
    public CallRefusedException(String message) {
        this(message, null);
    }
}
