// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.logistic;

/**
 * The size of it.
 *
 * @param series how many
 * @param terms of each series
 */
record Maps(int series, int terms) {
    private static final double FIRST_RATE = 3.46;
    private static final double STEP = 0.0025;

    /** The rate of a series. */
    double rate(int index) {
        return FIRST_RATE + index * STEP;
    }

    /** The term a series begins with. */
    double start(int index) {
        return (index + 1) * STEP;
    }

    /** The logistic map. */
    static double next(double rate, double term) {
        return rate * term * (1 - term);
    }

    /** What a series reports: every bit counts, and the order of the reports does not. */
    static long report(double term) {
        return Double.doubleToLongBits(term);
    }

    /** The sum of all reports. */
    long expected() {
        long sum = 0;
        for (int index = 0; index < series; index++) {
            double term = start(index);
            for (int i = 0; i < terms; i++) {
                term = next(rate(index), term);
            }
            sum += report(term);
        }
        return sum;
    }
}
