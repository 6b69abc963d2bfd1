// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import org.jspecify.annotations.Nullable;

/** One frame makes no sense; those after it may. */
public final class BrokenFrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The stream that the frame belongs to, or 0. */
    private final long stream;

    /**
     * For a decoder.
     *
     * @param stream that the frame belongs to; 0: none, or not known
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    public BrokenFrameException(long stream, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.stream = stream;
    }

    /** The stream that the frame belongs to; 0: none, or not known. */
    public long stream() {
        return stream;
    }
}
