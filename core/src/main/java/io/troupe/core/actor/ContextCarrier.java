// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import org.jspecify.annotations.Nullable;

/**
 * Carries something that belongs to the current call (a logging context, a trace) along with every message, continuation
 * and result; also with timers, blocking work, tasks of executor views and serial sections. Called on the threads of
 * senders, workers and blocking work, several at a time. A carrier should not throw: if it does, the message goes on
 * without its part, and the first failure of each method is logged.
 */
public interface ContextCarrier {
    /** What the calling thread's messages are to carry; null for nothing. */
    @Nullable
    Object capture();

    /**
     * Makes the carried object current on the calling thread.
     *
     * @param carried from {@link #capture}, or null for none
     * @return what was current before, for the call that undoes this one
     */
    @Nullable
    Object install(@Nullable Object carried);
}
