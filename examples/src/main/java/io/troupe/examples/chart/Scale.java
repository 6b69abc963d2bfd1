// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The vertical axis of a chart.
 *
 * @param logarithmic equal factors are equally long; otherwise it begins at 0
 * @param from value at the bottom
 * @param to value at the top
 * @param ticks values that are marked
 */
record Scale(boolean logarithmic, double from, double to, List<Double> ticks) {
    private static final double LINEAR_RANGE = 20;
    private static final int MOST_TICKS = 8;
    /** The labels above the bars need room. */
    private static final double HEADROOM = 1.04;

    /**
     * A scale for these values.
     *
     * @param values at least one; not negative
     */
    static Scale of(double... values) {
        double max = Math.max(Arrays.stream(values).max().orElse(1), 0.1);
        double min = Math.max(Arrays.stream(values).min().orElse(max), max / 1e3);
        return max / min > LINEAR_RANGE ? logarithmic(min, max) : linear(max);
    }

    private static Scale linear(double max) {
        double step = Math.pow(10, Math.floor(Math.log10(max)) - 1);
        for (int i = 0; max / step > MOST_TICKS; i++) {
            step *= i % 3 == 1 ? 2.5 : 2; // 1, 2, 5, 10 …
        }
        List<Double> ticks = new ArrayList<>();
        int count = (int) Math.ceil(max * HEADROOM / step);
        for (int i = 0; i <= count; i++) {
            ticks.add(i * step);
        }
        return new Scale(false, 0, count * step, ticks);
    }

    private static Scale logarithmic(double min, double max) {
        List<Double> ticks = new ArrayList<>();
        double tick = Math.pow(10, Math.floor(Math.log10(min / 2)));
        for (int i = 0; ticks.isEmpty() || ticks.get(ticks.size() - 1) < max * HEADROOM; i++) {
            double next = tick * (i % 3 == 1 ? 2.5 : 2);
            if (next > min / 2) { // the shortest bar is at least a little above the bottom
                ticks.add(tick);
            }
            tick = next;
        }
        return new Scale(true, ticks.get(0), ticks.get(ticks.size() - 1), ticks);
    }

    /** Height of a value, 0 at the bottom and 1 at the top. */
    double share(double value) {
        double share = logarithmic
                ? Math.log(Math.max(value, from) / from) / Math.log(to / from)
                : (value - from) / (to - from);
        return Math.min(1, share);
    }
}
