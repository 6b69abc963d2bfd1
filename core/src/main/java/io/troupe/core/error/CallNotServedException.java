// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Says that a call was not served by whatever stands behind its target, for example by a store. The one open place of the
 * family: modules above add the cases that they know. {@link #maybeExecuted} tells whether it is safe to call again.
 */
public abstract non-sealed class CallNotServedException extends ActorException {
    private static final long serialVersionUID = 1L;

    private final boolean maybeExecuted;

    /**
     * For subclasses.
     *
     * @param message the broken rule, then name=value for each fact
     * @param maybeExecuted false only if the call is known to have had no effect
     * @param cause the failure that led to this one; null: none
     */
    protected CallNotServedException(String message, boolean maybeExecuted, @Nullable Throwable cause) {
        super(message, cause);
        this.maybeExecuted = maybeExecuted;
    }

    /** {@return false if the call has had no effect and never will; true if it had one, or if that is not known} */
    public final boolean maybeExecuted() {
        return maybeExecuted;
    }
}
