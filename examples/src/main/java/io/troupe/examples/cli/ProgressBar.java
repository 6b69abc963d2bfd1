// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Asks an actor how far it is, from the second second on: draws that on a terminal, and prints a line now and then where there
 * is none.
 */
public class ProgressBar extends Actor<ProgressBar> {
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Duration LINE_INTERVAL = Duration.ofSeconds(10);
    private static final Duration QUIET = Duration.ofSeconds(1);

    private final Supplier<Promise<Long>> done;
    private final long all;
    private final String unit;
    private final PrintWriter err;
    private final boolean terminal = Terminal.current().err();
    private final long started = System.nanoTime();
    private boolean drawn;
    private boolean ended;

    /**
     * A bar for one piece of work.
     *
     * @param done asks how much is done; in turns of the bar
     * @param all how much there is to do
     * @param unit of both, "jobs" say
     * @param err where to draw or print
     */
    public ProgressBar(Supplier<Promise<Long>> done, long all, String unit, PrintWriter err) {
        this.done = done;
        this.all = all;
        this.unit = unit;
        this.err = err;
    }

    @Override
    protected Promise<?> onStart() {
        context().after("start", QUIET, this::begin);
        return Promise.done();
    }

    private void begin() {
        look();
        context().every("draw", terminal ? INTERVAL : LINE_INTERVAL, this::look);
    }

    private void look() {
        done.get().then(this::draw);
    }

    private void draw(long far) {
        if (ended) {
            return; // the answer came after all else
        }
        String line = text(far, all, unit, System.nanoTime() - started);
        if (terminal) {
            err.print(Bar.CLEAR_LINE + Cut.to(line, Terminal.current().size().columns() - 1));
            drawn = true;
        } else {
            err.println(line);
        }
        err.flush();
    }

    static String text(long done, long all, String unit, long nanos) {
        double share = (double) done / all;
        double seconds = nanos / 1e9;
        return Bar.text(share, done / seconds, unit, done == 0 ? -1 : seconds / share - seconds);
    }

    /** Takes the bar away. */
    public Promise<Void> end() {
        ended = true;
        context().cancelTimer("start");
        context().cancelTimer("draw");
        if (drawn) {
            err.print(Bar.CLEAR_LINE);
            err.flush();
        }
        return Promise.done();
    }
}
