// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure.view;

import java.util.List;

/** Numbers as a row of small bars. Any thread. */
public final class Sparkline {
    private static final String BARS = " ▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /**
     * The latest numbers, the newest on the right.
     *
     * @param width characters, 1 or more; what numbers are missing is blank on the right
     * @param most number of a full bar; larger ones are as long
     */
    public static String of(List<Double> numbers, int width, double most) {
        StringBuilder line = new StringBuilder();
        int from = Math.max(0, numbers.size() - width);
        for (double number : numbers.subList(from, numbers.size())) {
            double share = most <= 0 ? 0 : Math.min(1, number / most);
            int bar = number <= 0 ? 0 : Math.max(1, (int) Math.round(share * (BARS.length() - 1)));
            line.append(BARS.charAt(bar));
        }
        return line.append(" ".repeat(width - line.length())).toString();
    }
}
