// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.stack;

import org.jspecify.annotations.Nullable;

/** Told how a call has ended, once, by any thread. */
@FunctionalInterface
public interface Answer {
    /**
     * Tells it.
     *
     * @param number that came back; nothing if the call failed
     * @param failure why it failed, or null
     */
    void done(long number, @Nullable Throwable failure);
}
