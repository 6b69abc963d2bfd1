// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/** No link to another process could be made: the process cannot be reached, or one of the two refused the other. */
public final class LinkRefusedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * With a cause.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    public LinkRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Without a cause.
     *
     * @param message rule broken, then name=value for each fact
     */
    public LinkRefusedException(String message) {
        this(message, null);
    }
}
