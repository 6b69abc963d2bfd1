// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.pi;

/** The series of Leibniz: 4 - 4/3 + 4/5 - 4/7 … = Pi. Whoever computes it, with actors or without, uses this loop. */
public final class PiSeries {
    private PiSeries() {}

    /**
     * The sum of some terms.
     *
     * @param from index of the first term, from 0
     * @param terms how many
     */
    public static double sum(long from, int terms) {
        double sum = 0;
        double sign = (from & 1) == 0 ? 4 : -4;
        double divisor = 2.0 * from + 1;
        for (int i = 0; i < terms; i++) {
            sum += sign / divisor;
            sign = -sign;
            divisor += 2;
        }
        return sum;
    }
}
