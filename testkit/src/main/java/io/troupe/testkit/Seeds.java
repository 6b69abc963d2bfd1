// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

/** Runs a test again and again, each time with another interleaving. */
final class Seeds {
    private Seeds() {}

    static void run(int count, TestSystem.SeedBody body) {
        if (count < 1) {
            throw new IllegalArgumentException("number of seeds must be at least 1: count=" + count);
        }
        for (long seed = 0; seed < count; seed++) {
            try {
                body.run(seed);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "the test must hold for every seed: seed=" + seed + ", tried=" + (seed + 1) + " of " + count
                                + "; replay it with TestSystem.seeded(" + seed + ")\n" + e,
                        e);
            }
        }
    }

    /** A second stream for the same seed, not correlated with the first (the finalizer of SplitMix64). */
    static long second(long seed) {
        long mixed = seed + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
