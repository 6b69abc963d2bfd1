// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

/** The spread of a figure along a row: a line from the lowest to the highest, a box where quartiles mean something. */
final class RangeMark {
    private static final double CAP = 4;

    private RangeMark() {}

    /**
     * Draws the spread, nothing for a single sample.
     *
     * @param y middle of the row
     * @param half half the height of the box
     */
    static void draw(RowFrame frame, Group.Entry entry, double y, double half) {
        Svg svg = frame.svg();
        Stats stats = entry.stats();
        if (stats.count() < 2) {
            return;
        }
        double low = frame.x(stats.low());
        double high = frame.x(stats.high());
        svg.line(low, y, high, y, "stroke", "currentColor", "stroke-width", 1.2);
        for (double end : new double[] {low, high}) {
            svg.line(end, y - CAP, end, y + CAP, "stroke", "currentColor", "stroke-width", 1.2);
        }
        if (stats.hasBox()) {
            double from = frame.x(stats.lowerQuartile());
            double width = Math.max(1, frame.x(stats.upperQuartile()) - from);
            svg.element(
                    "rect",
                    "class",
                    "ground",
                    "x",
                    from,
                    "y",
                    y - half,
                    "width",
                    width,
                    "height",
                    2 * half,
                    "fill",
                    "#ffffff",
                    "stroke",
                    "currentColor");
        }
    }
}
