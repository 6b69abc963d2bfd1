// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;

/** An SVG picture: scenarios side by side; under each other rate, queue and complaints over time. What disturbs is grey. */
public final class TimeChart {
    private static final int LEFT = 74;
    private static final int TOP = 76;
    private static final int WIDTH = 300;
    private static final int HEIGHT = 130;
    private static final int GAP_X = 66;
    private static final int GAP_Y = 44;
    private static final int PER_BAR = 2;
    private static final double ROOM = 1.1;
    private static final String BLUE = "#4477aa";
    private static final String RED = "#ee6677";
    private static final String GREEN = "#228833";

    private final StringBuilder svg = new StringBuilder();

    /**
     * A scenario and what was seen.
     *
     * @param name of the scenario; it and the text are written as they are, so they must hold no markup
     * @param text what happens in it
     * @param disturbed whether something is wrong so many seconds after the beginning
     * @param seconds that it was to last, more than 0
     * @param points oldest first, 50 ms from one to the next
     */
    public record Series(String name, String text, DoublePredicate disturbed, double seconds, List<Point> points) {}

    private TimeChart() {}

    /**
     * The picture as one SVG document.
     *
     * @param title written as it is, so it must hold no markup
     * @param all one column each, from the left
     */
    public static String svg(String title, List<Series> all) {
        return new TimeChart().draw(title, all);
    }

    private String draw(String title, List<Series> all) {
        int width = Math.max(LEFT + all.size() * (WIDTH + GAP_X), 560);
        int height = TOP + 3 * (HEIGHT + GAP_Y) + 10;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\" fill=\"#222222\">",
                width, height, width, height);
        add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", width, height);
        add("<text x=\"%d\" y=\"24\" font-size=\"15\" font-weight=\"bold\">%s</text>", LEFT, title);
        for (int i = 0; i < all.size(); i++) {
            column(LEFT + i * (WIDTH + GAP_X), all.get(i));
        }
        add("</svg>");
        return svg.toString();
    }

    private void column(int x, Series series) {
        add("<text x=\"%d\" y=\"48\" font-size=\"12\" font-weight=\"bold\">%s</text>", x, series.name);
        add("<text x=\"%d\" y=\"63\" fill=\"#555555\">%s</text>", x, series.text);
        double rates = most(series.points, point -> Math.max(point.rate(), point.capacity()));
        panel(x, 0, series, "messages done per second, and what could be done", rates);
        line(x, 0, series, Point::capacity, rates, "#999999");
        line(x, 0, series, Point::rate, rates, BLUE);
        double queues = most(series.points, point -> Math.max(point.queue(), point.waiting()));
        panel(x, 1, series, "waiting: at the receiver (red), at the sender (green)", queues);
        line(x, 1, series, Point::waiting, queues, GREEN);
        line(x, 1, series, Point::queue, queues, RED);
        List<Point> bars = bars(series.points);
        double naks = Math.max(4, most(bars, Point::naks));
        panel(x, 2, series, "NAKs per 100 ms", naks);
        for (Point bar : bars) {
            double left = x + WIDTH * bar.seconds() / series.seconds;
            double tall = HEIGHT * bar.naks() / naks;
            add(
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"%s\"/>",
                    left, y(2) + HEIGHT - tall, WIDTH * 0.09 / series.seconds, tall, RED);
        }
    }

    private static int y(int row) {
        return TOP + 14 + row * (HEIGHT + GAP_Y);
    }

    private static double most(List<Point> points, ToDoubleFunction<Point> value) {
        return Math.max(1, points.stream().mapToDouble(value).max().orElse(1) * ROOM);
    }

    private static List<Point> bars(List<Point> points) {
        List<Point> bars = new ArrayList<>();
        for (int i = 0; i + PER_BAR <= points.size(); i += PER_BAR) {
            long naks = points.subList(i, i + PER_BAR).stream()
                    .mapToLong(Point::naks)
                    .sum();
            bars.add(new Point(i == 0 ? 0 : points.get(i - 1).seconds(), 0, 0, 0, 0, 0, naks));
        }
        return bars;
    }

    private void panel(int x, int row, Series series, String title, double most) {
        int top = y(row);
        disturbances(x, top, series);
        add("<text x=\"%d\" y=\"%d\" fill=\"#555555\">%s</text>", x, top - 5, title);
        double interval = round(most / 4);
        for (double value = 0; value <= most; value += interval) {
            double at = top + HEIGHT * (1 - value / most);
            add("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>", x, at, x + WIDTH, at);
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>", x - 6, at + 4, value);
        }
        double step = series.seconds > 20 ? 5 : series.seconds > 8 ? 2 : 1;
        for (double second = 0; second <= series.seconds; second += step) {
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" font-size=\"10\">%.0f%s</text>",
                    x + WIDTH * second / series.seconds, top + HEIGHT + 13, second, second == 0 ? " s" : "");
        }
    }

    /** The next number that is easy to read. */
    private static double round(double atLeast) {
        double step = Math.max(1, Math.pow(10, Math.floor(Math.log10(atLeast))));
        for (int times : new int[] {1, 2, 5}) {
            if (step * times >= atLeast) {
                return step * times;
            }
        }
        return step * 10;
    }

    private void disturbances(int x, int top, Series series) {
        double step = series.seconds / WIDTH;
        double from = -1;
        for (int i = 0; i <= WIDTH; i++) {
            boolean now = i < WIDTH && series.disturbed.test(i * step);
            if (now && from < 0) {
                from = i;
            } else if (!now && from >= 0) {
                add(
                        "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#eeeeee\"/>",
                        x + from, top, i - from, HEIGHT);
                from = -1;
            }
        }
    }

    private void line(int x, int row, Series series, ToDoubleFunction<Point> value, double most, String colour) {
        StringBuilder path = new StringBuilder();
        for (Point point : series.points) {
            path.append(String.format(
                    Locale.ROOT,
                    "%.1f,%.1f ",
                    x + WIDTH * Math.min(1, point.seconds() / series.seconds),
                    y(row) + HEIGHT * (1 - value.applyAsDouble(point) / most)));
        }
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.3\" stroke-linejoin=\"round\"/>",
                path.toString().strip(), colour);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
