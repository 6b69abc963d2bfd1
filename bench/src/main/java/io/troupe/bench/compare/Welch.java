// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.hipparchus.stat.inference.TTest;

/**
 * Welch's test of the means of two independent samples whose spreads may differ, two-sided. Values above 0 are compared by their
 * logarithms, because figures vary by shares: so the test is one of the ratio (Kalibera and Jones, Rigorous benchmarking in
 * reasonable time, ISMM 2013; Georges and others, Statistically rigorous Java performance evaluation, OOPSLA 2007).
 */
final class Welch {
    private Welch() {}

    /**
     * How probable a difference at least as large is if both samples come from the same source.
     *
     * @param first finite values
     * @param second finite values
     * @throws IllegalArgumentException if a sample has fewer than two values
     */
    static double p(double[] first, double[] second) {
        if (first.length < 2 || second.length < 2) {
            throw new IllegalArgumentException(
                    "samples must have two values each: first=" + first.length + ", second=" + second.length);
        }
        if (isConstant(first) && isConstant(second)) {
            return first[0] == second[0] ? 1 : 0;
        }
        boolean shares =
                DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).allMatch(value -> value > 0);
        TTest test = new TTest();
        return shares ? test.tTest(logarithms(first), logarithms(second)) : test.tTest(first, second);
    }

    private static boolean isConstant(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == values[0]);
    }

    private static double[] logarithms(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }
}
