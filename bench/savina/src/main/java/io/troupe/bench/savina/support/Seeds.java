// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.support;

/** Numbers that look random and are the same in every run, wherever and in whatever order they are asked for. Any thread. */
public final class Seeds {
    private Seeds() {}

    /** Neighbouring seeds become numbers that have nothing in common. */
    public static long mix(long seed) {
        long value = (seed + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        value = (value ^ (value >>> 27)) * 0x94D049BB133111EBL;
        return value ^ (value >>> 31);
    }

    /**
     * A number from 0 on.
     *
     * @param bound above it, 1 or more
     */
    public static int below(int bound, long seed) {
        return (int) Long.remainderUnsigned(mix(seed), bound);
    }

    /**
     * {@link Work} of a size that depends on the seed and is evenly spread from none to twice the average. The paper
     * waits for a time; work is the same with and without a processor.
     *
     * @param average units, 0 or more
     */
    public static long work(long seed, int average) {
        return Work.of(seed, below(2 * average + 1, seed));
    }
}
