// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.core.error.CallNotServedException;

/**
 * Says that this process may not act for an actor any more. Either an update was refused by the store: another process has taken
 * the actor over since, or has written a newer state. Or the cluster or the client of the process has closed, or its member has
 * ended. Nothing of the call was stored. Immutable; any thread.
 */
public final class FencedException extends CallNotServedException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public FencedException(String message) {
        super(message, false, null);
    }
}
