// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import java.util.List;
import java.util.Locale;

/**
 * The times as grouped bars: a group per row of the grid, a bar per dispatcher. The scale is logarithmic when the longest
 * bar would leave nothing to see of the shortest.
 */
final class Chart {
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
    private final List<Row> rows;
    private final List<String> dispatchers;
    private final List<Figure> figures;
    private final Scale scale;
    private final int plotWidth;
    private final StringBuilder svg = new StringBuilder();

    private Chart(String title, List<Row> rows, List<Figure> figures) {
        this.title = title;
        this.rows = rows;
        this.figures = figures;
        dispatchers = figures.stream().map(Figure::dispatcher).distinct().toList();
        scale = Scale.of(figures.stream().mapToDouble(Figure::nanosPerMessage).toArray());
        plotWidth = rows.size() * groupWidth() + GAP;
    }

    /**
     * A picture.
     *
     * @param title one line
     * @param rows in their order from the left
     * @param figures by rows, in each row by dispatcher
     */
    static String svg(String title, List<Row> rows, List<Figure> figures) {
        return new Chart(title, rows, figures).draw();
    }

    private String draw() {
        int width = Math.max(LEFT + plotWidth + RIGHT, TITLE_WIDTH);
        int height = TOP + HEIGHT + BELOW;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222222\">",
                width, height, width, height);
        add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", width, height);
        add("<text x=\"%d\" y=\"26\" font-size=\"15\" font-weight=\"bold\">%s</text>", LEFT, title);
        legend();
        axis();
        for (int i = 0; i < rows.size(); i++) {
            group(i);
        }
        add(
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#222222\"/>",
                LEFT, TOP + HEIGHT, LEFT + plotWidth, TOP + HEIGHT);
        add("</svg>");
        return svg.toString();
    }

    private void legend() {
        for (int i = 0; i < dispatchers.size(); i++) {
            int x = LEFT + i * LEGEND_STEP;
            add("<rect x=\"%d\" y=\"42\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, colour(i));
            add("<text x=\"%d\" y=\"52\">%s</text>", x + 18, dispatchers.get(i));
        }
    }

    private void axis() {
        for (double tick : scale.ticks()) {
            double y = y(tick);
            add("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>", LEFT, y, LEFT + plotWidth, y);
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 8, y + 4, number(tick));
        }
        add(
                "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">ns per message%s</text>",
                TOP + HEIGHT / 2, scale.logarithmic() ? ", logarithmic" : "");
    }

    private void group(int index) {
        Row row = rows.get(index);
        int left = LEFT + GAP + index * groupWidth();
        for (int i = 0; i < dispatchers.size(); i++) {
            double value = figures.get(index * dispatchers.size() + i).nanosPerMessage();
            double y = y(value);
            add(
                    "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"/>",
                    left + i * BAR + 1, y, BAR - 2, TOP + HEIGHT - y, colour(i));
            add(
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"10\">%s</text>",
                    left + i * BAR + BAR / 2, y - 4, number(value));
        }
        int middle = left + dispatchers.size() * BAR / 2;
        add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%,d actors</text>",
                middle, TOP + HEIGHT + 20, row.actors());
        add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">× %,d bytes</text>",
                middle, TOP + HEIGHT + 36, row.bytes());
    }

    private int groupWidth() {
        return Math.max(dispatchers.size() * BAR, 3 * BAR) + GAP;
    }

    private double y(double value) {
        return TOP + HEIGHT * (1 - scale.share(value));
    }

    private static String colour(int dispatcher) {
        return COLOURS.get(dispatcher % COLOURS.size());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value > 0 && value < 10 ? "%.1f" : "%,.0f", value);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
