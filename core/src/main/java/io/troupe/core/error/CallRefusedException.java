// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Says that a call to another process could not be sent, or that the other process refused it. Reasons are an unknown target
 * or method, arguments that do not fit, missing rights, or too much work. The call was not executed, unless the message says
 * that its result could not be decoded.
 */
public final class CallRefusedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception with a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param cause the failure that led to this one; null: none
     */
    public CallRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Makes an exception without a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public CallRefusedException(String message) {
        this(message, null);
    }
}
