// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import java.util.List;

/** The spread of each system on a logarithmic axis, where bars from zero would show nothing: box, range and median. */
public final class BoxPlot {
    private static final double HALF_BOX = 6;
    private static final double WIDE = 3;
    private static final String KEY =
            "mark: median; line: lowest to highest; box: middle half, from 5 samples on; †: disturbed";

    private BoxPlot() {}

    /**
     * Draws.
     *
     * @param unit what the axis shows
     * @param groups from the top
     */
    public static String svg(Caption caption, String unit, List<Group> groups) {
        RowFrame frame = new RowFrame(caption, groups, Scale.spanning(WIDE, RowFrame.values(groups)));
        return frame.draw(unit, KEY, (entry, y) -> {
            RangeMark.draw(frame, entry, y, HALF_BOX);
            entry.style().marker(frame.svg(), frame.x(entry.stats().median()), y);
        });
    }
}
