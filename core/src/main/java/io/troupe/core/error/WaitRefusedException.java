// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/**
 * A wait was refused because it would block a worker, in an actor's turn, or could never end, in a cycle of waiting
 * actors.
 */
public final class WaitRefusedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * With a cause.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    public WaitRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Without a cause.
     *
     * @param message rule broken, then name=value for each fact
     */
    public WaitRefusedException(String message) {
        this(message, null);
    }
}
