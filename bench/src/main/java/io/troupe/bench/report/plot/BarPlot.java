// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import io.troupe.bench.report.model.Role;
import java.util.List;

/**
 * Groups of bars from zero, which lie so that long names have room. A bar ends at the median; a mark shows the spread. For
 * figures that differ so much that the shortest bar would not be seen there is {@link BoxPlot}.
 */
public final class BarPlot {
    private static final double HALF = 7;
    private static final double HALF_BOX = 3;
    private static final double MOST = 25;
    private static final String KEY =
            "bar: median; line: lowest to highest; box: middle half, from 5 samples on; †: disturbed";

    private BarPlot() {}

    /** Whether bars from zero show all the figures: none is negative, and the highest at most 25 times the lowest. */
    public static boolean suits(List<Group> groups) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (double value : RowFrame.values(groups)) {
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return least >= 0 && most <= MOST * least;
    }

    /**
     * Draws.
     *
     * @param unit what the axis shows
     * @param groups from the top
     */
    public static String svg(Caption caption, String unit, List<Group> groups) {
        RowFrame frame = new RowFrame(caption, groups, Scale.linear(RowFrame.values(groups)));
        return frame.draw(unit, KEY, (entry, y) -> {
            bar(frame, entry, y);
            RangeMark.draw(frame, entry, y, HALF_BOX);
        });
    }

    private static void bar(RowFrame frame, Group.Entry entry, double y) {
        Style style = entry.style();
        double zero = frame.x(0);
        double end = frame.x(entry.stats().median());
        boolean limit = style.role() == Role.LIMIT;
        frame.svg()
                .element(
                        "rect",
                        "x",
                        Math.min(zero, end),
                        "y",
                        y - HALF,
                        "width",
                        Math.abs(end - zero),
                        "height",
                        2 * HALF,
                        "fill",
                        style.colour(),
                        "fill-opacity",
                        opacity(style),
                        "stroke",
                        style.colour(),
                        "stroke-dasharray",
                        limit ? "3 2" : "none");
    }

    private static String opacity(Style style) {
        return switch (style.role()) {
            case OURS -> "0.85";
            case PEER -> "0.35";
            case LIMIT -> "0.1";
        };
    }
}
