// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/** The deadline of a call has passed. The message says where the call was: queued, running, or with a dead target. */
public final class CallTimeout extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * With a cause.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    public CallTimeout(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Without a cause.
     *
     * @param message rule broken, then name=value for each fact
     */
    public CallTimeout(String message) {
        this(message, null);
    }
}
