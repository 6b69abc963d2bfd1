// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import java.util.Arrays;

/**
 * What several samples gave. Without samples all figures are NaN and {@link #isEmpty()} says so.
 *
 * @param low the lowest sample
 * @param lowerQuartile a quarter of the samples is below
 * @param median the middle, or the mean of the two in the middle
 * @param upperQuartile a quarter of the samples is above
 * @param high the highest sample
 * @param count number of samples, from 0
 */
public record Stats(double low, double lowerQuartile, double median, double upperQuartile, double high, int count) {
    /** From this number of samples on quartiles mean something. */
    private static final int ENOUGH_FOR_A_BOX = 5;

    /**
     * Sums up.
     *
     * @throws IllegalArgumentException if a sample is NaN or infinite
     */
    public static Stats of(double... samples) {
        for (double sample : samples) {
            if (!Double.isFinite(sample)) {
                throw new IllegalArgumentException("samples must be finite: sample=" + sample);
            }
        }
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return new Stats(
                quantile(sorted, 0),
                quantile(sorted, 0.25),
                quantile(sorted, 0.5),
                quantile(sorted, 0.75),
                quantile(sorted, 1),
                sorted.length);
    }

    /** Whether there was no sample. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Whether the quartiles are worth to be drawn. */
    public boolean hasBox() {
        return count >= ENOUGH_FOR_A_BOX;
    }

    /** Whether the ranges from the lowest to the highest sample have a point in common. */
    public boolean overlaps(Stats other) {
        return low <= other.high && other.low <= high;
    }

    private static double quantile(double[] sorted, double share) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double position = share * (sorted.length - 1);
        int below = (int) Math.floor(position);
        int above = (int) Math.ceil(position);
        return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
    }
}
