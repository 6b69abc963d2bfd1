// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.compare;

import java.util.Arrays;

/**
 * Mann and Whitney's rank test of two independent samples, two-sided. Up to 40 values together the distribution is exact, also
 * with ties: all divisions of the mid-ranks are counted, by the sums they have (Mann and Whitney, Annals of Mathematical
 * Statistics 18, 1947; with ties Streitberg and Röhmel, Statistical Software Newsletter 12, 1986). Above that it is the normal
 * approximation with the variance corrected for ties and half a step for continuity (Lehmann, Nonparametrics, 1975).
 *
 * @param u pairs of which the first sample has the larger value, ties count one half
 * @param p how probable a U at least as far from the middle is if both samples come from the same source
 */
public record MannWhitney(double u, double p) {
    private static final int EXACT = 40;

    /**
     * Compares.
     *
     * @param first finite values
     * @param second finite values
     * @throws IllegalArgumentException if a sample is empty
     */
    public static MannWhitney of(double[] first, double[] second) {
        if (first.length == 0 || second.length == 0) {
            throw new IllegalArgumentException(
                    "samples must not be empty: first=" + first.length + ", second=" + second.length);
        }
        long[] ranks = doubledRanks(first, second);
        long sum = 0;
        for (int i = 0; i < first.length; i++) {
            sum += ranks[i];
        }
        double u = sum / 2.0 - first.length * (first.length + 1) / 2.0;
        double p = ranks.length <= EXACT ? exact(ranks, first.length, sum) : normal(ranks, first.length, u);
        return new MannWhitney(u, Math.min(1, p));
    }

    /** The smallest p that two samples of these sizes can have: that of full separation without ties. */
    public static double smallest(int first, int second) {
        double ways = 1;
        for (int i = 1; i <= second; i++) {
            ways = ways * (first + i) / i;
        }
        return Math.min(1, 2 / ways);
    }

    /** Twice the ranks, first those of the first sample: mid-ranks of ties are halves, and these are whole. */
    private static long[] doubledRanks(double[] first, double[] second) {
        double[] sorted = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, sorted, first.length, second.length);
        double[] all = sorted.clone();
        Arrays.sort(sorted);
        long[] ranks = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            int from = 0;
            while (sorted[from] < all[i]) {
                from++;
            }
            int to = from;
            while (to + 1 < sorted.length && sorted[to + 1] <= all[i]) {
                to++;
            }
            ranks[i] = from + to + 2L;
        }
        return ranks;
    }

    /** Counts the divisions whose sum is at least as far from the middle as this one. */
    private static double exact(long[] ranks, int size, long sum) {
        int most = (int) Arrays.stream(ranks).sum();
        double[][] ways = new double[size + 1][most + 1];
        ways[0][0] = 1;
        for (long rank : ranks) {
            for (int taken = size; taken > 0; taken--) {
                for (int total = most; total >= rank; total--) {
                    ways[taken][total] += ways[taken - 1][total - (int) rank];
                }
            }
        }
        // The mean of the doubled sums times the number of values, so that nothing is rounded.
        long middle = (long) most * size;
        long distance = Math.abs(sum * ranks.length - middle);
        double far = 0;
        double all = 0;
        for (int total = 0; total <= most; total++) {
            all += ways[size][total];
            if (Math.abs((long) total * ranks.length - middle) >= distance) {
                far += ways[size][total];
            }
        }
        return far / all;
    }

    private static double normal(long[] ranks, int size, double u) {
        double n = ranks.length;
        double pairs = size * (n - size);
        long[] sorted = ranks.clone();
        Arrays.sort(sorted);
        double ties = 0;
        for (int from = 0; from < sorted.length; ) {
            int to = from;
            while (to < sorted.length && sorted[to] == sorted[from]) {
                to++;
            }
            double tied = to - from;
            ties += tied * tied * tied - tied;
            from = to;
        }
        double variance = pairs / 12 * (n + 1 - ties / (n * (n - 1)));
        if (variance <= 0) {
            return 1; // all values are equal
        }
        double z = Math.max(0, Math.abs(u - pairs / 2) - 0.5) / Math.sqrt(variance);
        return 2 * upperTail(z);
    }

    /** Of the standard normal distribution; by Abramowitz and Stegun 26.2.17, right to 7.5e-8. */
    private static double upperTail(double z) {
        double t = 1 / (1 + 0.2316419 * z);
        double series =
                t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return series * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    }
}
