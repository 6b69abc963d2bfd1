// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of a promise that has settled: a value or a failure. Immutable.
 *
 * @param value of a fulfilled promise, which may be null; null of a failed one
 * @param failure of a failed promise; null of a fulfilled one
 * @param <T> type of the value
 */
public record Settled<T>(@Nullable T value, @Nullable Throwable failure) {
    /** {@return whether the promise was fulfilled} */
    public boolean isFulfilled() {
        return failure == null;
    }
}
