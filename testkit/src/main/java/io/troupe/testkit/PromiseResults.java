// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.time.Duration;
import java.util.List;

/** Looks at what has become of a promise, as it is: no exception is wrapped or marked. */
final class PromiseResults {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private PromiseResults() {}

    /**
     * Value or failure of a settled promise.
     *
     * @throws IllegalArgumentException if it is pending
     */
    static <T> Settled<T> of(Promise<T> promise) {
        if (!promise.isSettled()) {
            throw new IllegalArgumentException("promise must be settled: promise=" + promise);
        }
        return await(promise, AT_ONCE);
    }

    /** Blocks until the promise has settled; fails by a CallTimeoutException. */
    static <T> Settled<T> await(Promise<T> promise, Duration limit) {
        // allSettled settles on the same thread as its parts: there is no executor to wait for
        return Promise.<T>allSettled(List.of(promise)).await(limit).get(0);
    }
}
