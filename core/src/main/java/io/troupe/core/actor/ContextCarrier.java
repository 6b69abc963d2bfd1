// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import org.jspecify.annotations.Nullable;

/**
 * Carries something that belongs to the current call (a logging context, a trace) along with every message, continuation
 * and result. Called on senders' and workers' threads.
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
