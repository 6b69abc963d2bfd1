// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import org.jspecify.annotations.Nullable;

/**
 * Says that a line takes no more elements, because it was ended, was aborted, or has been stopped by a failing handler, which is
 * the cause then. The element was not published. Also the failure of the end of an aborted line.
 */
public final class LineEndedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param cause the failure of a handler, or null
     */
    public LineEndedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
