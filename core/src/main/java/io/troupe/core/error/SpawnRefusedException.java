// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/** An actor cannot be spawned like this. The message lists every broken rule and how to mend it. */
public final class SpawnRefusedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * With a cause.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    public SpawnRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Without a cause.
     *
     * @param message rule broken, then name=value for each fact
     */
    public SpawnRefusedException(String message) {
        this(message, null);
    }
}
