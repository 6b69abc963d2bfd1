// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.compare;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * Welch's test of the means of two independent samples whose spreads may differ, two-sided. Values above 0 are compared by their
 * logarithms, because figures vary by shares: so the test is one of the ratio (Kalibera and Jones, Rigorous benchmarking in
 * reasonable time, ISMM 2013; Georges and others, Statistically rigorous Java performance evaluation, OOPSLA 2007).
 *
 * @param t difference of the means in standard errors; infinite without any spread
 * @param freedom degrees of freedom after Welch and Satterthwaite
 * @param p how probable a difference at least as large is if both samples come from the same source
 */
record Welch(double t, double freedom, double p) {
    private static final int MOST_STEPS = 500;
    private static final double SMALL = 1e-300;
    private static final double EXACT = 1e-14;

    /** Of the logarithm of the gamma function, after Lanczos with g = 7 and nine terms: right to 15 digits. */
    private static final double[] LANCZOS = {
        0.9999999999998099,
        676.5203681218851,
        -1259.1392167224028,
        771.3234287776531,
        -176.6150291621406,
        12.507343278686905,
        -0.13857109526572012,
        9.984369578019572e-6,
        1.5056327351493116e-7
    };

    /**
     * Compares.
     *
     * @param first finite values
     * @param second finite values
     * @throws IllegalArgumentException if a sample has fewer than two values
     */
    static Welch of(double[] first, double[] second) {
        if (first.length < 2 || second.length < 2) {
            throw new IllegalArgumentException(
                    "samples must have two values each: first=" + first.length + ", second=" + second.length);
        }
        boolean shares =
                DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).allMatch(value -> value > 0);
        return shares ? test(logarithms(first), logarithms(second)) : test(first, second);
    }

    private static double[] logarithms(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    private static Welch test(double[] first, double[] second) {
        double one = squaredError(first);
        double other = squaredError(second);
        double difference = mean(first) - mean(second);
        if (one + other == 0) {
            return new Welch(
                    difference == 0 ? 0 : difference * Double.POSITIVE_INFINITY,
                    first.length + second.length - 2,
                    difference == 0 ? 1 : 0);
        }
        double t = difference / Math.sqrt(one + other);
        double freedom =
                (one + other) * (one + other) / (one * one / (first.length - 1) + other * other / (second.length - 1));
        return new Welch(t, freedom, twoSided(t, freedom));
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    /** Of the mean. */
    private static double squaredError(double[] values) {
        if (Arrays.stream(values).allMatch(value -> value == values[0])) {
            return 0; // and not what rounding leaves
        }
        double mean = mean(values);
        double sum = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return sum / (values.length - 1) / values.length;
    }

    /** Share of Student's distribution that is at least so far from 0. */
    static double twoSided(double t, double freedom) {
        return beta(freedom / (freedom + t * t), freedom / 2, 0.5);
    }

    /** The regularised incomplete beta function (Abramowitz and Stegun 26.5), by its continued fraction. */
    private static double beta(double x, double a, double b) {
        if (x <= 0 || x >= 1) {
            return x <= 0 ? 0 : 1;
        }
        double factor = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        return x < (a + 1) / (a + b + 2) ? factor * fraction(x, a, b) / a : 1 - factor * fraction(1 - x, b, a) / b;
    }

    /** By Lentz's method: numerator and denominator of the convergents as running ratios. */
    private static double fraction(double x, double a, double b) {
        double above = 1;
        double below = 1 / notZero(1 - (a + b) * x / (a + 1));
        double value = below;
        for (int m = 1; m <= MOST_STEPS; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            below = 1 / notZero(1 + even * below);
            above = notZero(1 + even / above);
            value *= below * above;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            below = 1 / notZero(1 + odd * below);
            above = notZero(1 + odd / above);
            value *= below * above;
            if (Math.abs(below * above - 1) < EXACT) {
                return value;
            }
        }
        return value;
    }

    private static double notZero(double value) {
        return Math.abs(value) < SMALL ? SMALL : value;
    }

    /** For values above 0. */
    private static double logGamma(double value) {
        double x = value - 1;
        double sum = LANCZOS[0];
        for (int i = 1; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (x + i);
        }
        double base = x + 7.5;
        return Math.log(2 * Math.PI) / 2 + (x + 0.5) * Math.log(base) - base + Math.log(sum);
    }
}
