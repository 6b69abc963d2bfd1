// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.time.Duration;

/**
 * How far a search for an order may go before it gives up: some searches would take longer than anybody can wait. The
 * first limit reached ends it. What one object leaves over is for the others of the same history. Immutable.
 *
 * @param time real time, more than zero
 * @param steps how often the model is asked, at least 1; unlike time it is the same in every run
 * @param bytes memory for what the search remembers, estimated, at least 1
 */
public record SearchLimits(Duration time, long steps, long bytes) {
    /**
     * Checks the limits.
     *
     * @param time more than zero
     * @param steps at least 1
     * @param bytes at least 1
     * @throws IllegalArgumentException if a limit is zero or negative
     */
    public SearchLimits {
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("a limit must be more than zero: time=" + time);
        }
        if (steps < 1 || bytes < 1) {
            throw new IllegalArgumentException("a limit must be at least 1: steps=" + steps + ", bytes=" + bytes);
        }
    }

    /** {@return ten seconds, any number of steps, and a quarter of the heap's largest size, but at most 512 MiB} */
    public static SearchLimits standard() {
        long quarter = Runtime.getRuntime().maxMemory() / 4;
        return new SearchLimits(Duration.ofSeconds(10), Long.MAX_VALUE, Math.min(quarter, 512L << 20));
    }

    /**
     * These limits with another time.
     *
     * @param newTime more than zero
     * @return the limits
     */
    public SearchLimits withTime(Duration newTime) {
        return new SearchLimits(newTime, steps, bytes);
    }

    /**
     * These limits with another number of steps.
     *
     * @param newSteps at least 1
     * @return the limits
     */
    public SearchLimits withSteps(long newSteps) {
        return new SearchLimits(time, newSteps, bytes);
    }

    /**
     * These limits with other memory.
     *
     * @param newBytes at least 1
     * @return the limits
     */
    public SearchLimits withBytes(long newBytes) {
        return new SearchLimits(time, steps, newBytes);
    }
}
