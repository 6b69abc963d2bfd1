// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Lines over a number, as threads or bytes, each named at its end; marks show the spread. Axes are logarithmic where the
 * values allow it. One thread.
 */
public final class LinePlot {
    private static final double WIDTH = 860;
    private static final double TOP = 44;
    private static final double LEAST_HEIGHT = 300;
    private static final double LEFT = 72;
    private static final double BELOW = 76;
    private static final double LINE = 15;
    private static final double SIZE = 12;
    private static final double MOST_FOR_NAMES = 280;
    private static final double LEADER = 22;
    private static final double ASIDE = 3;
    private static final double WIDE_X = 2;
    private static final double WIDE_Y = 5;
    private static final String KEY = "marker: median; upright line: lowest to highest; †: disturbed; "
            + "markers stand a little beside each other so that none hides another";

    private final List<Line> lines;
    private final Scale across;
    private final Scale up;
    private final Svg svg;
    private final double right;
    private final double bottom;

    /**
     * A system.
     *
     * @param points by their x
     */
    public record Line(String name, Style style, List<Point> points) {
        /** Copies the list, without points that have no figure, and in order. */
        public Line {
            points = points.stream()
                    .filter(point -> !point.stats().isEmpty())
                    .sorted(Comparator.comparingDouble(Point::x))
                    .toList();
        }
    }

    /**
     * A figure.
     *
     * @param x the number below it
     * @param disturbed whether something came between while it was measured
     */
    public record Point(double x, Stats stats, boolean disturbed) {}

    private LinePlot(Caption caption, List<Line> lines) {
        this.lines = lines.stream().filter(line -> !line.points().isEmpty()).toList();
        across = Scale.spanning(WIDE_X, points().mapToDouble(Point::x).toArray());
        up = Scale.spanning(
                WIDE_Y,
                points().flatMapToDouble(
                                p -> DoubleStream.of(p.stats().low(), p.stats().high()))
                        .toArray());
        List<String> names = this.lines.stream().map(Line::name).toList();
        right = WIDTH - LEADER - 16 - Math.min(MOST_FOR_NAMES, TextWidth.widest(names, SIZE));
        bottom = TOP + Math.max(LEAST_HEIGHT, this.lines.size() * LINE);
        svg = new Svg(caption, WIDTH, bottom + BELOW);
    }

    /**
     * Draws.
     *
     * @param x what is below
     * @param unit what is at the left
     */
    public static String svg(Caption caption, String x, String unit, List<Line> lines) {
        return new LinePlot(caption, lines).draw(x, unit);
    }

    private Stream<Point> points() {
        return lines.stream().flatMap(line -> line.points().stream());
    }

    private String draw(String x, String unit) {
        axes(x, unit);
        for (int i = lines.size() - 1; i >= 0; i--) { // the first one, ours, above the others
            line(lines.get(i), (i - (lines.size() - 1) / 2.0) * ASIDE);
        }
        names();
        if (lines.isEmpty()) {
            svg.text("nothing was measured", LEFT + 8, TOP + 18, "font-style", "italic");
        }
        return svg.done();
    }

    private void axes(String x, String unit) {
        for (double tick : up.ticks()) {
            double y = y(tick);
            svg.line(LEFT, y, right, y, "stroke", "currentColor", "stroke-opacity", "0.15");
            svg.text(Numbers.tick(tick), LEFT - 8, y + 4, "text-anchor", "end");
        }
        svg.line(LEFT, bottom, right, bottom, "stroke", "currentColor");
        double free = Double.NEGATIVE_INFINITY;
        for (double tick : new TreeSet<>(points().map(Point::x).toList())) {
            double at = x(tick);
            String label = Numbers.tick(tick);
            double half = TextWidth.of(label, SIZE) / 2;
            svg.line(at, bottom, at, bottom + 5, "stroke", "currentColor");
            if (at - half > free) {
                svg.text(label, at, bottom + 19, "text-anchor", "middle");
                free = at + half + 6;
            }
        }
        String below = x + (across.isLogarithmic() ? ", logarithmic" : "");
        svg.text(below, (LEFT + right) / 2, bottom + 40, "text-anchor", "middle");
        String beside = unit + (up.isLogarithmic() ? ", logarithmic" : "");
        String turned = "translate(16 " + Svg.number((TOP + bottom) / 2) + ") rotate(-90)";
        svg.content("text", beside, "transform", turned, "text-anchor", "middle");
        svg.text(KEY, 12, bottom + 66, "font-size", 10.5, "fill-opacity", "0.75");
    }

    private void line(Line line, double aside) {
        Style style = line.style();
        StringBuilder path = new StringBuilder();
        for (Point point : line.points()) {
            path.append(path.isEmpty() ? "M" : "L").append(Svg.number(x(point.x()) + aside));
            path.append(' ').append(Svg.number(y(point.stats().median())));
        }
        svg.open("g");
        svg.content("title", line.name());
        svg.element(
                "path",
                "d",
                path,
                "fill",
                "none",
                "stroke",
                style.colour(),
                "stroke-width",
                style.stroke(),
                "stroke-dasharray",
                style.dash(),
                "stroke-linejoin",
                "round");
        for (Point point : line.points()) {
            double x = x(point.x()) + aside;
            double high = y(point.stats().high());
            svg.line(x, y(point.stats().low()), x, high, "stroke", style.colour(), "stroke-width", 1.2);
            style.marker(svg, x, y(point.stats().median()));
            if (point.disturbed()) {
                svg.text("†", x, high - 5, "text-anchor", "middle");
            }
        }
        svg.close("g");
    }

    /** Names stand beside the last points; where those are too close to each other, the names make room. */
    private void names() {
        List<Line> order = new ArrayList<>(lines);
        order.sort(Comparator.comparingDouble(line -> y(last(line).stats().median())));
        double[] at = new double[order.size()];
        for (int i = 0; i < at.length; i++) {
            double wanted = y(last(order.get(i)).stats().median());
            at[i] = i == 0 ? Math.max(TOP + LINE / 2, wanted) : Math.max(at[i - 1] + LINE, wanted);
        }
        double most = bottom - LINE / 2;
        for (int i = at.length - 1; i >= 0; i--) {
            at[i] = Math.min(at[i], most);
            most = at[i] - LINE;
        }
        for (int i = 0; i < at.length; i++) {
            name(order.get(i), at[i]);
        }
    }

    private void name(Line line, double y) {
        Style style = line.style();
        Point last = last(line);
        double aside = (lines.indexOf(line) - (lines.size() - 1) / 2.0) * ASIDE;
        double end = x(last.x()) + aside;
        svg.line(
                end,
                y(last.stats().median()),
                right + LEADER,
                y,
                "stroke",
                style.colour(),
                "stroke-opacity",
                "0.6",
                "stroke-dasharray",
                "1 2");
        style.marker(svg, right + LEADER, y);
        String name = TextWidth.fit(line.name(), SIZE, MOST_FOR_NAMES);
        svg.text(name, right + LEADER + 9, y + 4, "font-weight", style.weight());
    }

    private static Point last(Line line) {
        return line.points().get(line.points().size() - 1);
    }

    /** Room is kept at both sides for markers that stand beside their place. */
    private double x(double value) {
        double room = 10 + lines.size() * ASIDE / 2;
        return LEFT + room + (right - LEFT - 2 * room) * across.share(value);
    }

    private double y(double value) {
        return bottom - (bottom - TOP) * up.share(value);
    }
}
