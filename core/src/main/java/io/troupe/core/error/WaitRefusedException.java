// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Says that a thread must not wait for a promise: the wait would block a worker in an actor's turn, or it could never end,
 * in a cycle of waiting actors or in the thread that runs a simulation.
 */
public final class WaitRefusedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception with a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param cause the failure that led to this one; null: none
     */
    public WaitRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Makes an exception without a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public WaitRefusedException(String message) {
        this(message, null);
    }
}
