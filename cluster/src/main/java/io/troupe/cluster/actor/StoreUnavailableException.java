// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.core.error.CallNotServedException;
import org.jspecify.annotations.Nullable;

/**
 * Says that the state of a durable actor could not be read or stored. The actor has thrown away what was not stored, and
 * reads its state again. Immutable; any thread.
 */
public final class StoreUnavailableException extends CallNotServedException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param maybeExecuted false only if the call is known to have stored nothing
     * @param cause the failure of the store; null: none
     */
    public StoreUnavailableException(String message, boolean maybeExecuted, @Nullable Throwable cause) {
        super(message, maybeExecuted, cause);
    }
}
