// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure.view;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;

/** A line per second, for files and pipes. One thread. */
public final class PlainPoints implements Consumer<Point> {
    private final PrintWriter out;
    private double rates;
    private long naks;
    private int points;
    private double last;

    /** Prints there. */
    public PlainPoints(PrintWriter out) {
        this.out = out;
    }

    /** Takes in the next point; prints when a second is full: the mean rate of that second, and all its complaints. */
    @Override
    public void accept(Point point) {
        rates += point.rate();
        naks += point.naks();
        points++;
        if (Math.floor(point.seconds()) > last) {
            last = Math.floor(point.seconds());
            out.println(String.format(
                    Locale.ROOT,
                    "%5.1f s  rate %,d/s  queue %,d  waiting %,d  NAKs %d",
                    point.seconds(),
                    Math.round(rates / points),
                    point.queue(),
                    point.waiting(),
                    naks));
            out.flush();
            rates = 0;
            naks = 0;
            points = 0;
        }
    }
}
