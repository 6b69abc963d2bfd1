// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import java.util.List;
import java.util.stream.DoubleStream;

/** What pictures with a row per system share: names at the left, values at the right, the axis below. One thread. */
final class RowFrame {
    private static final double WIDTH = 860;
    private static final double TOP = 40;
    private static final double STEP = 20;
    private static final double HEADER = 26;
    private static final double BELOW = 62;
    private static final double VALUES = 84;
    private static final double MOST_FOR_NAMES = 300;
    private static final double SIZE = 12;
    private static final double TICK_ROOM = 44;

    private final List<Group> groups;
    private final Scale scale;
    private final Svg svg;
    private final double room;
    private final double left;
    private final double right = WIDTH - VALUES;
    private final double bottom;

    /** Draws what belongs to the row in the middle. */
    interface Marks {
        /**
         * Draws.
         *
         * @param y middle of the row
         */
        void draw(Group.Entry entry, double y);
    }

    RowFrame(Caption caption, List<Group> groups, Scale scale) {
        this.groups = groups;
        this.scale = scale;
        List<String> names = groups.stream()
                .flatMap(group -> group.entries().stream().map(Group.Entry::name))
                .toList();
        room = Math.min(MOST_FOR_NAMES, TextWidth.widest(names, SIZE));
        left = room + 26;
        double rows = groups.stream().mapToDouble(RowFrame::height).sum();
        bottom = TOP + Math.max(rows, STEP);
        svg = new Svg(caption, WIDTH, bottom + BELOW);
    }

    /** All values that the axis must show. */
    static double[] values(List<Group> groups) {
        return groups.stream()
                .flatMap(group -> group.entries().stream())
                .map(Group.Entry::stats)
                .filter(stats -> !stats.isEmpty())
                .flatMapToDouble(stats -> DoubleStream.of(stats.low(), stats.high()))
                .toArray();
    }

    Svg svg() {
        return svg;
    }

    double x(double value) {
        return left + (right - left) * scale.share(value);
    }

    /**
     * Draws everything.
     *
     * @param unit what the axis shows
     * @param key what the marks mean
     */
    String draw(String unit, String key, Marks marks) {
        axis(unit, key);
        double y = TOP;
        for (Group group : groups) {
            if (!group.name().isEmpty()) {
                String name = TextWidth.fit(group.name(), SIZE + 1, WIDTH - 24);
                svg.text(name, 12, y + 18, "font-weight", "bold", "fill-opacity", "0.75");
                y += HEADER;
            }
            for (Group.Entry entry : group.entries()) {
                row(entry, y + STEP / 2, marks);
                y += STEP;
            }
        }
        if (RowFrame.values(groups).length == 0) {
            svg.text("nothing was measured", left + 8, TOP + 14, "font-style", "italic");
        }
        return svg.done();
    }

    private void row(Group.Entry entry, double y, Marks marks) {
        String name = TextWidth.fit(entry.name(), SIZE, room);
        svg.text(
                name,
                left - 8,
                y + 4,
                "text-anchor",
                "end",
                "font-weight",
                entry.style().weight());
        if (entry.stats().isEmpty()) {
            svg.text("not measured", left + 6, y + 4, "font-style", "italic", "fill-opacity", "0.75");
            return;
        }
        svg.open("g");
        svg.content("title", words(entry));
        marks.draw(entry, y);
        svg.close("g");
        String value = Numbers.value(entry.stats().median()) + (entry.disturbed() ? " †" : "");
        svg.text(
                value,
                WIDTH - 14,
                y + 4,
                "text-anchor",
                "end",
                "font-weight",
                entry.style().weight());
    }

    private static String words(Group.Entry entry) {
        Stats stats = entry.stats();
        return entry.name() + ": " + Numbers.value(stats.median()) + " (" + Numbers.value(stats.low()) + " to "
                + Numbers.value(stats.high()) + ", n = " + stats.count() + ")"
                + (entry.disturbed() ? ", disturbed" : "");
    }

    private void axis(String unit, String key) {
        double shown = Double.NEGATIVE_INFINITY;
        for (double tick : scale.ticks()) {
            double x = x(tick);
            upright(x, "stroke", "currentColor", "stroke-opacity", "0.15");
            if (x - shown >= TICK_ROOM) {
                svg.text(Numbers.tick(tick), x, bottom + 16, "text-anchor", "middle");
                shown = x;
            }
        }
        upright(left, "stroke", "currentColor");
        String label = unit + (scale.isLogarithmic() ? ", logarithmic" : "");
        svg.text(label, (left + right) / 2, bottom + 34, "text-anchor", "middle");
        svg.text(key, 12, bottom + 53, "font-size", 10.5, "fill-opacity", "0.75");
    }

    /** A line beside the rows that leaves out the names of groups, which may be long. */
    private void upright(double x, Object... style) {
        double y = TOP;
        for (Group group : groups) {
            double header = group.name().isEmpty() ? 0 : HEADER;
            svg.line(x, y + header, x, y + height(group), style);
            y += height(group);
        }
        if (y == TOP) {
            svg.line(x, TOP, x, bottom, style);
        }
    }

    private static double height(Group group) {
        return group.entries().size() * STEP + (group.name().isEmpty() ? 0 : HEADER);
    }
}
