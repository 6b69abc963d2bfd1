// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

import java.util.Arrays;

/**
 * What several rounds gave.
 *
 * @param median the middle, or the mean of the two in the middle
 * @param low the lowest
 * @param high the highest
 */
public record Spread(double median, double low, double high) {
    /**
     * Sums up.
     *
     * @throws IllegalArgumentException if there is nothing to sum up
     */
    public static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values must not be empty: length=0");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** Whether the ranges from the lowest to the highest value have a point in common. */
    public boolean overlaps(Spread other) {
        return low <= other.high && other.low <= high;
    }
}
