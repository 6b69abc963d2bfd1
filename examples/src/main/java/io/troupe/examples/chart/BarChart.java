// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.chart;

import java.util.List;
import java.util.Locale;

/**
 * Figures as grouped bars: a group of bars per row, a colour per series. The scale is logarithmic when the longest bar would leave
 * nothing to see of the shortest.
 */
public final class BarChart {
    private static final int LEFT = 70;
    private static final int TOP = 84;
    private static final int HEIGHT = 360;
    private static final int BELOW = 64;
    private static final int RIGHT = 24;
    private static final int BAR = 36;
    private static final int GAP = 28;
    private static final int LEGEND_STEP = 110;
    private static final int TITLE_WIDTH = 760;
    /** Told apart by people who see few colours, too. */
    private static final List<String> COLOURS =
            List.of("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377");

    private final String title;
    private final String unit;
    private final List<String> series;
    private final List<Group> groups;
    private final Scale scale;
    private final int plotWidth;
    private final StringBuilder svg = new StringBuilder();

    /**
     * Bars beside each other.
     *
     * @param names lines below them
     * @param values one per series; not negative
     */
    public record Group(List<String> names, List<Double> values) {}

    private BarChart(String title, String unit, List<String> series, List<Group> groups) {
        this.title = title;
        this.unit = unit;
        this.series = series;
        this.groups = groups;
        scale = Scale.of(groups.stream()
                .flatMap(group -> group.values().stream())
                .mapToDouble(value -> value)
                .toArray());
        plotWidth = groups.size() * groupWidth() + GAP;
    }

    /**
     * A picture.
     *
     * @param title one line
     * @param unit of the values
     * @param series names of the colours
     * @param groups in their order from the left
     * @return the text of an SVG file
     */
    public static String svg(String title, String unit, List<String> series, List<Group> groups) {
        return new BarChart(title, unit, series, groups).draw();
    }

    private String draw() {
        int width = Math.max(LEFT + plotWidth + RIGHT, TITLE_WIDTH);
        int height = TOP + HEIGHT + BELOW;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222222\">",
                width, height, width, height);
        add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", width, height);
        add("<text x=\"%d\" y=\"26\" font-size=\"15\" font-weight=\"bold\">%s</text>", LEFT, escaped(title));
        legend();
        axis();
        for (int i = 0; i < groups.size(); i++) {
            group(i);
        }
        add(
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#222222\"/>",
                LEFT, TOP + HEIGHT, LEFT + plotWidth, TOP + HEIGHT);
        add("</svg>");
        return svg.toString();
    }

    private void legend() {
        for (int i = 0; i < series.size(); i++) {
            int x = LEFT + i * LEGEND_STEP;
            add("<rect x=\"%d\" y=\"42\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, colour(i));
            add("<text x=\"%d\" y=\"52\">%s</text>", x + 18, escaped(series.get(i)));
        }
    }

    private void axis() {
        for (double tick : scale.ticks()) {
            double y = y(tick);
            add("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>", LEFT, y, LEFT + plotWidth, y);
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 8, y + 4, number(tick));
        }
        add(
                "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">%s%s</text>",
                TOP + HEIGHT / 2, unit, scale.logarithmic() ? ", logarithmic" : "");
    }

    private void group(int index) {
        Group group = groups.get(index);
        int left = LEFT + GAP + index * groupWidth();
        for (int i = 0; i < series.size(); i++) {
            double value = group.values().get(i);
            double y = y(value);
            add(
                    "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"/>",
                    left + i * BAR + 1, y, BAR - 2, TOP + HEIGHT - y, colour(i));
            add(
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"10\">%s</text>",
                    left + i * BAR + BAR / 2, y - 4, number(value));
        }
        int middle = left + series.size() * BAR / 2;
        for (int i = 0; i < group.names().size(); i++) {
            add(
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    middle, TOP + HEIGHT + 20 + 16 * i, escaped(group.names().get(i)));
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private int groupWidth() {
        return Math.max(series.size() * BAR, 3 * BAR) + GAP;
    }

    private double y(double value) {
        return TOP + HEIGHT * (1 - scale.share(value));
    }

    private static String colour(int number) {
        return COLOURS.get(number % COLOURS.size());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value > 0 && value < 10 ? "%.1f" : "%,.0f", value);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
