// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.core.error.CallNotServedException;

/**
 * Says that the process that owns an actor does not host its class, or that no process hosts anything. The call was not executed.
 * Immutable; any thread.
 */
public final class NotHostedException extends CallNotServedException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public NotHostedException(String message) {
        super(message, false, null);
    }
}
