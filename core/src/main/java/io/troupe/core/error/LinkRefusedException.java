// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/** Says that no link to another process could be made: the process is not reachable, or one side refused the other. */
public final class LinkRefusedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception with a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param cause the failure that led to this one; null: none
     */
    public LinkRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Makes an exception without a cause; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     */
    public LinkRefusedException(String message) {
        this(message, null);
    }
}
