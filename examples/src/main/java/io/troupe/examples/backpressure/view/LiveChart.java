// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure.view;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** Rate, queues and complaints of the latest seconds, drawn over themselves; for terminals of 80 columns. One thread. */
public final class LiveChart implements Consumer<Point> {
    private static final int WIDTH = 50;
    private static final int PER_BAR = 2;
    private static final String CLEAR_LINE = "\u001b[K";
    private static final int LINES = 4;

    private final PrintWriter out;
    private final List<Point> points = new ArrayList<>();
    private boolean drawn;

    /** Draws there, with ANSI escape sequences. */
    public LiveChart(PrintWriter out) {
        this.out = out;
    }

    /** Takes in the next point, 50 ms after the one before; draws after every second one. */
    @Override
    public void accept(Point point) {
        points.add(point);
        if (points.size() % PER_BAR == 0) {
            draw(point);
        }
    }

    private void draw(Point now) {
        StringBuilder frame = new StringBuilder();
        if (drawn) {
            frame.append("\r\u001b[").append(LINES).append('A');
        }
        drawn = true;
        List<Double> naks = sums(Point::naks);
        line(frame, "rate", means(Point::rate), now.capacity() * 1.2, now.rate(), "/s");
        line(frame, "queue", means(Point::queue), most(means(Point::queue)), (double) now.queue(), "");
        line(frame, "waiting", means(Point::waiting), most(means(Point::waiting)), (double) now.waiting(), "");
        line(frame, "NAKs", naks, most(naks), naks.get(naks.size() - 1), " per 100 ms");
        out.print(frame);
        out.flush();
    }

    private static void line(StringBuilder to, String name, List<Double> values, double most, double now, String unit) {
        to.append(String.format(Locale.ROOT, "%-8s", name))
                .append(Sparkline.of(values, WIDTH, most))
                .append(String.format(Locale.ROOT, " %,8.0f%s", now, unit))
                .append(CLEAR_LINE)
                .append('\n');
    }

    private static double most(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    private List<Double> means(ToDoubleFunction<Point> value) {
        return sums(point -> value.applyAsDouble(point) / PER_BAR);
    }

    private List<Double> sums(ToDoubleFunction<Point> value) {
        List<Double> bars = new ArrayList<>();
        for (int i = 0; i + PER_BAR <= points.size(); i += PER_BAR) {
            double sum = 0;
            for (Point point : points.subList(i, i + PER_BAR)) {
                sum += value.applyAsDouble(point);
            }
            bars.add(sum);
        }
        return bars;
    }
}
