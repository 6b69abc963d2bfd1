// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Says that a channel has ended: it takes no more elements, and what was in it has been received. An element whose send failed
 * with this was not and will not be received.
 */
public final class ChannelClosedException extends ActorException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception; the library does.
     *
     * @param message the broken rule, then name=value for each fact
     * @param cause the failure by which the channel has ended; null: it was closed
     */
    public ChannelClosedException(String message, @Nullable Throwable cause) {
        super(message, cause, false);
    }
}
