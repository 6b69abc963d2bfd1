// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/** Says that an actor cannot be spawned like this. The message lists every broken rule and how to mend it. */
public final class SpawnRefusedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception with a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param cause the failure that led to this one; null: none
     */
    public SpawnRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Makes an exception without a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public SpawnRefusedException(String message) {
        this(message, null);
    }
}
