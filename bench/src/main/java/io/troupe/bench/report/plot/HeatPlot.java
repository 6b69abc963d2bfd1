// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import io.troupe.bench.report.model.Better;
import java.util.List;

/**
 * A grid: a row per condition, a column per system. A cell shows the median and how many times the best of its row it is as
 * good or bad; the worse, the darker. The best has a frame.
 */
public final class HeatPlot {
    private static final double CELL = 88;
    private static final double HIGH = 36;
    private static final double SIZE = 12;
    private static final double LEAST_WIDTH = 520;
    private static final double MOST_FOR_NAMES = 240;
    private static final double SLOPE = 0.6;
    private static final double TITLE = 40;
    private static final double BELOW = 34;
    private static final double DARKEST_FROM = 8;
    private static final double DARKEST = 0.6;
    private static final String KEY =
            "above: median; below: times the best of the row, which has the frame; the stronger the colour, the worse; †: disturbed";

    private final List<String> columns;
    private final List<Row> rows;
    private final Better better;
    private final double room;
    private final double left;
    private final double top;
    private final Svg svg;

    /**
     * A condition.
     *
     * @param cells as many as there are columns
     */
    public record Row(String name, List<Cell> cells) {}

    /**
     * A figure.
     *
     * @param median NaN if it was not measured
     * @param disturbed whether something came between while it was measured
     */
    public record Cell(double median, boolean disturbed) {}

    private HeatPlot(Caption caption, List<String> columns, List<Row> rows, Better better) {
        this.columns = columns;
        this.rows = rows;
        this.better = better;
        List<String> names = rows.stream().map(Row::name).toList();
        room = Math.min(MOST_FOR_NAMES, TextWidth.widest(names, SIZE));
        left = room + 24;
        double header = Math.min(MOST_FOR_NAMES, TextWidth.widest(columns, SIZE));
        top = TITLE + 16 + (isTurned() ? header * SLOPE : 8);
        double overhang = isTurned() ? header * 0.8 - CELL / 2 : 0;
        double width = Math.max(LEAST_WIDTH, left + columns.size() * CELL + Math.max(0, overhang) + 14);
        svg = new Svg(caption, Math.max(width, TextWidth.of(KEY, 10.5) + 20), top + rows.size() * HIGH + BELOW);
    }

    /**
     * Draws.
     *
     * @param columns names of the systems
     * @param better which figure of a row is its best
     * @throws IllegalArgumentException if a row has more or fewer cells than there are columns
     */
    public static String svg(Caption caption, List<String> columns, List<Row> rows, Better better) {
        for (Row row : rows) {
            if (row.cells().size() != columns.size()) {
                throw new IllegalArgumentException("a row must have a cell for each column: row=" + row.name()
                        + ", cells=" + row.cells().size() + ", columns=" + columns.size());
            }
        }
        return new HeatPlot(caption, columns, rows, better).draw();
    }

    private String draw() {
        for (int i = 0; i < columns.size(); i++) {
            header(columns.get(i), left + (i + 0.5) * CELL);
        }
        for (int i = 0; i < rows.size(); i++) {
            row(rows.get(i), top + i * HIGH);
        }
        svg.text(KEY, 12, top + rows.size() * HIGH + 22, "font-size", 10.5, "fill-opacity", "0.75");
        return svg.done();
    }

    private boolean isTurned() {
        return TextWidth.widest(columns, SIZE) > CELL - 8;
    }

    private void header(String name, double middle) {
        if (isTurned()) {
            String at = "translate(" + Svg.number(middle) + " " + Svg.number(top - 8) + ") rotate(-35)";
            svg.content("text", TextWidth.fit(name, SIZE, MOST_FOR_NAMES), "transform", at);
        } else {
            svg.text(name, middle, top - 8, "text-anchor", "middle");
        }
    }

    private void row(Row row, double y) {
        svg.text(TextWidth.fit(row.name(), SIZE, room), left - 10, y + HIGH / 2 + 4, "text-anchor", "end");
        double best = best(row);
        for (int i = 0; i < row.cells().size(); i++) {
            cell(row.cells().get(i), best, left + i * CELL, y);
        }
    }

    private double best(Row row) {
        var measured = row.cells().stream().mapToDouble(Cell::median).filter(Double::isFinite);
        return (better == Better.LOWER ? measured.min() : measured.max()).orElse(Double.NaN);
    }

    private void cell(Cell cell, double best, double x, double y) {
        double middle = x + CELL / 2;
        if (!Double.isFinite(cell.median())) {
            svg.text("–", middle, y + HIGH / 2 + 4, "text-anchor", "middle", "fill-opacity", "0.75");
            return;
        }
        boolean isBest = cell.median() == best;
        double ratio = cell.median() / best;
        double worse = Math.max(1, better == Better.LOWER ? ratio : 1 / ratio);
        double share = Double.isFinite(worse) ? StrictMath.log(worse) / StrictMath.log(DARKEST_FROM) : 1;
        svg.element(
                "rect",
                "x",
                x + 1.5,
                "y",
                y + 1.5,
                "width",
                CELL - 3,
                "height",
                HIGH - 3,
                "fill",
                "#ee6677",
                "fill-opacity",
                opacity(share),
                "stroke",
                "currentColor",
                "stroke-width",
                isBest ? 2 : 0.3);
        String value = Numbers.value(cell.median()) + (cell.disturbed() ? " †" : "");
        svg.text(value, middle, y + 16, "text-anchor", "middle", "font-weight", isBest ? "bold" : "normal");
        if (Double.isFinite(ratio)) {
            svg.text("× " + Numbers.times(ratio), middle, y + 29, "text-anchor", "middle", "font-size", 10);
        }
    }

    private static String opacity(double share) {
        return Numbers.times(DARKEST * Math.min(1, share));
    }
}
