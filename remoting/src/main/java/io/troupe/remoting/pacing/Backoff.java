// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import java.util.random.RandomGenerator;

/**
 * How long to wait before dialling again: by chance between the least and three times the last wait ("decorrelated jitter"), so
 * that those who have lost the same server do not come back together. The first ten waits are of a second at most, so that a
 * server that restarts is found soon. One thread.
 */
public final class Backoff {
    private static final long LEAST = 100_000_000;
    private static final long MOST = 10_000_000_000L;
    private static final long MOST_OF_FIRST = 1_000_000_000;
    private static final int FIRST = 10;

    private final RandomGenerator random;
    private final long least;
    private final long most;
    private long last;
    private int waits;

    /** From 100 ms to 10 s. */
    public Backoff(RandomGenerator random) {
        this(random, LEAST, MOST);
    }

    /**
     * With other limits.
     *
     * @param leastNanos 1 or more
     * @param mostNanos no less than that
     */
    public Backoff(RandomGenerator random, long leastNanos, long mostNanos) {
        if (leastNanos < 1 || mostNanos < leastNanos || mostNanos > Long.MAX_VALUE / 4) {
            throw new IllegalArgumentException(
                    "waits must be 1 or more, and in order: leastNanos=" + leastNanos + ", mostNanos=" + mostNanos);
        }
        this.random = random;
        least = leastNanos;
        most = mostNanos;
        last = leastNanos;
    }

    /** Nanoseconds to wait this time. */
    public long next() {
        long longest = waits < FIRST ? Math.min(most, Math.max(least, MOST_OF_FIRST)) : most;
        waits = Math.min(FIRST, waits + 1);
        last = Math.min(longest, random.nextLong(least, 3 * last + 1));
        return last;
    }

    /** All is well again: the next wait is short. */
    public void reset() {
        last = least;
        waits = 0;
    }
}
