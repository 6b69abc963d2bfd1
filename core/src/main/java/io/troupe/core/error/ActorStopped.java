// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/** The target of a call has stopped; the call was not and will not be executed. */
public final class ActorStopped extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * With a cause.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    public ActorStopped(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Without a cause.
     *
     * @param message rule broken, then name=value for each fact
     */
    public ActorStopped(String message) {
        this(message, null);
    }
}
