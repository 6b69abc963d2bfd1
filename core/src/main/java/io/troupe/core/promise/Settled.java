// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of a promise that has settled: a value or a failure.
 *
 * @param value the value if it was fulfilled (may be null)
 * @param failure the reason if it failed, else null
 * @param <T> type of the value
 */
public record Settled<T>(@Nullable T value, @Nullable Throwable failure) {
    /** Whether there is a value. */
    public boolean isFulfilled() {
        return failure == null;
    }
}
