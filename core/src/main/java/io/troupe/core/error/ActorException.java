// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.error;

import org.jspecify.annotations.Nullable;

/** What can go wrong with calls and actors. A small closed family, so that callers can tell the cases apart. */
public abstract sealed class ActorException extends RuntimeException
        permits ActorStopped,
                CallCancelled,
                CallFailed,
                CallTimeout,
                CombinedFailure,
                MailboxFull,
                SpawnRefused,
                WaitRefused {
    private static final long serialVersionUID = 1L;

    /**
     * For the permitted subclasses.
     *
     * @param message rule broken, then name=value for each fact
     * @param cause what led to it, or null
     */
    ActorException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
