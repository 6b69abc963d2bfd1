// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure.view;

import io.troupe.examples.cli.Cut;
import io.troupe.examples.cli.Terminal.Size;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Rate, queues and complaints of the latest seconds, drawn over themselves and as wide as the terminal. One thread. */
public final class LiveChart implements Consumer<Point> {
    private static final int MOST_BARS = 50;
    private static final int BESIDE_BARS = 30;
    private static final int PER_BAR = 2;
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_WINDOW = "\u001b[H\u001b[J";
    private static final int LINES = 4;

    private final PrintWriter out;
    private final List<Point> points = new ArrayList<>();
    private final Supplier<Size> window;
    private Size last = Size.USUAL;
    private boolean drawn;

    /**
     * Draws there, with ANSI escape sequences.
     *
     * @param window its size; asked for each picture
     */
    public LiveChart(PrintWriter out, Supplier<Size> window) {
        this.out = out;
        this.window = window;
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
        Size size = window.get();
        if (drawn && !size.equals(last)) {
            frame.append(CLEAR_WINDOW); // the terminal has wrapped or moved what was there
        } else if (drawn) {
            frame.append("\r\u001b[").append(LINES).append('A');
        }
        drawn = true;
        last = size;
        List<Double> naks = sums(Point::naks);
        line(frame, "rate", means(Point::rate), now.capacity() * 1.2, now.rate(), "/s");
        line(frame, "queue", means(Point::queue), most(means(Point::queue)), (double) now.queue(), "");
        line(frame, "waiting", means(Point::waiting), most(means(Point::waiting)), (double) now.waiting(), "");
        line(frame, "NAKs", naks, most(naks), naks.get(naks.size() - 1), " per 100 ms");
        out.print(frame);
        out.flush();
    }

    private void line(StringBuilder to, String name, List<Double> values, double most, double now, String unit) {
        int bars = Math.max(0, Math.min(MOST_BARS, last.columns() - BESIDE_BARS));
        String line = String.format(Locale.ROOT, "%-8s%s %,8.0f%s", name, Sparkline.of(values, bars, most), now, unit);
        to.append(Cut.to(line, last.columns())).append(CLEAR_LINE).append('\n');
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
