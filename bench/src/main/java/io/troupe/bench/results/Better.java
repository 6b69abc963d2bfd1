// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import java.util.Locale;
import java.util.Set;

/** Which direction of a figure is the good one. */
public enum Better {
    /** Times, bytes, shares of a processor. */
    LOWER,
    /** Rates. */
    HIGHER;

    /** Shares that should be whole, and fairness: the fewest meals beside the most. */
    private static final Set<String> SHARES_REACHED =
            Set.of("% of messages", "% of bursts", "% of capacity", "ratio", "meals");

    /** What the collector has to do with. */
    private static final String ALLOCATED = "MB/sec";

    /**
     * The direction of figures in this unit: rates ("ops/s", "Gb/s") and shares that should be 100 % are better high, but not the
     * rate of allocations.
     */
    public static Better of(String unit) {
        String lower = unit.toLowerCase(Locale.ROOT);
        boolean rate = lower.endsWith("/s")
                || lower.startsWith("ops/")
                || (lower.endsWith("/sec") && !unit.equals(ALLOCATED))
                || SHARES_REACHED.contains(unit);
        return rate ? HIGHER : LOWER;
    }

    /** The better one of two figures. */
    public double best(double one, double other) {
        return this == LOWER ? Math.min(one, other) : Math.max(one, other);
    }

    /**
     * How many times better one figure is than a reference: above 1 is better, in either direction.
     *
     * @param figure above 0
     * @param reference above 0
     */
    public double timesBetter(double figure, double reference) {
        return this == LOWER ? reference / figure : figure / reference;
    }
}
