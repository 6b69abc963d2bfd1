// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides how long a waiting thread polls before it sleeps. Waking a sleeping thread costs 20 to 50 µs, so short waits
 * are polled through; where waits turn out long, polling becomes short and rare. Never more threads poll than there are
 * processors, and none on a single one. The fields are guesses that threads may overwrite for each other.
 */
final class AdaptiveSpin {
    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    private static final AtomicInteger SPINNING = new AtomicInteger();
    /** After this many waits that polling did not shorten, only each PROBE-th wait polls. */
    private static final int PATIENCE = 4;

    private static final int PROBE = 16;

    private final long limitNanos;
    private int misses;

    /** @param limitNanos the longest time to poll; 0: not at all */
    AdaptiveSpin(long limitNanos) {
        this.limitNanos = CPUS > 1 ? limitNanos : 0;
    }

    /** How long this wait may poll, in nanoseconds. If more than 0, {@link #end} must follow. */
    long begin() {
        if (limitNanos == 0) {
            return 0;
        }
        if (misses >= PATIENCE) {
            misses++;
            if (misses % PROBE != 0) {
                return 0;
            }
        }
        if (SPINNING.incrementAndGet() > CPUS) {
            SPINNING.decrementAndGet();
            return 0;
        }
        return limitNanos;
    }

    /** Polling has ended: whether it found what was waited for. */
    void end(boolean found) {
        SPINNING.decrementAndGet();
        if (found) {
            misses = 0;
        } else if (misses < PATIENCE) {
            misses++;
        }
    }
}
