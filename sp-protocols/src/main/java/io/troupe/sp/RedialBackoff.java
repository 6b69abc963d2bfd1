// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import java.util.random.RandomGenerator;

/**
 * Pauses between attempts: they double from the least to the most, and each is drawn from the upper half of its range, so
 * that many dialers do not come back at the same moment. Not thread-safe.
 */
final class RedialBackoff {
    private final RandomGenerator random;
    private final long leastNanos;
    private final long mostNanos;
    private long nextNanos;

    RedialBackoff(long leastNanos, long mostNanos, RandomGenerator random) {
        this.random = random;
        this.leastNanos = leastNanos;
        this.mostNanos = Math.max(leastNanos, mostNanos);
        this.nextNanos = leastNanos;
    }

    /** The pause before the next attempt. */
    long next() {
        long pause = nextNanos;
        nextNanos = nextNanos > mostNanos / 2 ? mostNanos : nextNanos * 2;
        return pause / 2 + random.nextLong(pause / 2 + 1);
    }

    /** The current pause, without the draw. */
    long current() {
        return nextNanos;
    }

    /** Begins with the least again. */
    void reset() {
        nextNanos = leastNanos;
    }
}
