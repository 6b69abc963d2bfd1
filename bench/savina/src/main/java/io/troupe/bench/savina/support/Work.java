// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.support;

/** Computation for actors that have something to do with a message; its result goes into the checked sum. */
public final class Work {
    private static final int STEPS = 10;

    private Work() {}

    /**
     * Computes. Any thread.
     *
     * @param seed decides the result
     * @param units 0 or more, ten dependent multiplications each, about 15 ns on a processor of 2025
     */
    public static long of(long seed, int units) {
        long value = seed;
        for (int i = units * STEPS; i > 0; i--) {
            value = (value ^ (value >>> 29)) * 0x9E3779B97F4A7C15L + i;
        }
        return value;
    }
}
