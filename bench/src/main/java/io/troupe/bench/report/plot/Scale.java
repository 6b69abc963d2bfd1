// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An axis with ticks at easy numbers: linear, or logarithmic for positive values that differ a lot. */
final class Scale {
    private static final int INTERVALS = 5;
    private static final double FEW = 1000;
    private static final double ROOM = 1.08;

    private final double low;
    private final double high;
    private final boolean logarithmic;
    private final List<Double> ticks;

    private Scale(double low, double high, List<Double> ticks, boolean logarithmic) {
        this.low = low;
        this.high = high;
        this.ticks = ticks;
        this.logarithmic = logarithmic;
    }

    /** From zero, or from below it if there are negative values. Without values from 0 to 1. */
    static Scale linear(double... values) {
        double least = Math.min(0, Arrays.stream(values).min().orElse(0));
        double most = Math.max(0, Arrays.stream(values).max().orElse(1));
        if (most == least) {
            most = 1; // nothing but zeros
        }
        double step = easy((most - least) / INTERVALS);
        List<Double> ticks = new ArrayList<>();
        long first = (long) StrictMath.floor(least / step + 1e-9);
        for (long i = first; i == first || (i - 1) * step < most - step * 1e-9; i++) {
            ticks.add(i * step);
        }
        return new Scale(ticks.get(0), ticks.get(ticks.size() - 1), ticks, false);
    }

    /** Logarithmic if all values are positive, and the highest is at least so many times the lowest; otherwise linear. */
    static Scale spanning(double times, double... values) {
        double least = Arrays.stream(values).min().orElse(0);
        double most = Arrays.stream(values).max().orElse(0);
        return least > 0 && most >= least * times ? logarithmic(least, most) : linear(values);
    }

    /** The ends are a little outside the values; where they have no two ticks between them, they are ticks themselves. */
    private static Scale logarithmic(double least, double most) {
        int from = (int) StrictMath.floor(StrictMath.log10(least) + 1e-9);
        int to = (int) StrictMath.ceil(StrictMath.log10(most) - 1e-9);
        int[] steps = most > least * FEW ? new int[] {1} : new int[] {1, 2, 5};
        List<Double> all = new ArrayList<>();
        for (int decade = from; decade <= to + 1; decade++) {
            for (int times : steps) {
                all.add(power(decade) * times);
            }
        }
        double low = least / ROOM;
        double high = most * ROOM;
        List<Double> inside =
                all.stream().filter(tick -> tick >= low && tick <= high).toList();
        if (inside.size() > 1) {
            return new Scale(low, high, inside, true);
        }
        double below = all.stream().filter(tick -> tick <= least).reduce(all.get(0), Math::max);
        double above = all.stream()
                .filter(tick -> tick >= most && tick > below)
                .findFirst()
                .orElseThrow();
        return new Scale(
                below,
                above,
                all.stream().filter(tick -> tick >= below && tick <= above).toList(),
                true);
    }

    boolean isLogarithmic() {
        return logarithmic;
    }

    /** Easy numbers between the ends. */
    List<Double> ticks() {
        return ticks;
    }

    /** Where a value is, 0 at the lower end and 1 at the upper; what is outside is put to the ends. */
    double share(double value) {
        double share = logarithmic ? (log(value) - log(low)) / (log(high) - log(low)) : (value - low) / (high - low);
        return Math.max(0, Math.min(1, share));
    }

    private static double log(double value) {
        return value > 0 ? StrictMath.log(value) : Double.NEGATIVE_INFINITY;
    }

    /** The next of 1, 2, 5, 10, …. */
    private static double easy(double atLeast) {
        double unit = power((int) StrictMath.floor(StrictMath.log10(atLeast) + 1e-9));
        for (int times : new int[] {1, 2, 5}) {
            if (unit * times >= atLeast * (1 - 1e-9)) {
                return unit * times;
            }
        }
        return unit * 10;
    }

    /** Exact, as it would be typed. */
    private static double power(int decade) {
        return Double.parseDouble("1e" + decade);
    }
}
