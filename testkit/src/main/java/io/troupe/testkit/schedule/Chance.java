// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.random.RandomGenerator;

/**
 * A small source of chance whose numbers depend on nothing but its seed. For one thread. Source: SplitMix64, Steele, Lea and
 * Flood, OOPSLA 2014.
 */
final class Chance implements RandomGenerator {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long PRIME = 0x100000001B3L;
    private static final long BASIS = 0xCBF29CE484222325L;
    private static final double UNIT = 0x1.0p-53;

    private long state;

    Chance(long seed) {
        state = seed;
    }

    /** A source of its own for each purpose: one more draw for one of them does not change the others. */
    static Chance of(long seed, String purpose) {
        return new Chance(mixed(seed ^ hash(purpose)));
    }

    /** The hash of a text, the same in every process (FNV-1a). */
    static long hash(String text) {
        long hash = BASIS;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
        return hash;
    }

    /** A number that looks like chance; different for different numbers. */
    static long mixed(long number) {
        long mixed = number + GOLDEN;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    @Override
    public long nextLong() {
        long number = mixed(state);
        state += GOLDEN;
        return number;
    }

    /** From 0 to below the bound, which is at least 1 and small beside 2^32. */
    int below(int bound) {
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /** From 0 to below 1. */
    double unit() {
        return (nextLong() >>> 11) * UNIT;
    }
}
