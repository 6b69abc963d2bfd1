// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.pi;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.examples.cli.Bar;
import io.troupe.examples.cli.Cut;
import io.troupe.examples.cli.Terminal;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Asks the accumulator how far it is, from the second second on: draws that on a terminal, and prints a line now and then where there
 * is none.
 */
public class ProgressBar extends Actor<ProgressBar> {
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Duration LINE_INTERVAL = Duration.ofSeconds(10);
    private static final Duration QUIET = Duration.ofSeconds(1);

    private final PiAccumulator accumulator;
    private final long jobs;
    private final PrintWriter err;
    private final boolean terminal = Terminal.current().err();
    private final long started = System.nanoTime();
    private boolean drawn;

    /**
     * A bar for one sum.
     *
     * @param jobs all of them
     * @param err where to draw or print
     */
    public ProgressBar(PiAccumulator accumulator, long jobs, PrintWriter err) {
        this.accumulator = accumulator;
        this.jobs = jobs;
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
        accumulator.added().then(this::draw);
    }

    private void draw(long added) {
        String line = text(added, jobs, System.nanoTime() - started);
        if (terminal) {
            err.print(Bar.CLEAR_LINE + Cut.to(line, Terminal.current().size().columns() - 1));
            drawn = true;
        } else {
            err.println(line);
        }
        err.flush();
    }

    static String text(long added, long jobs, long nanos) {
        double done = (double) added / jobs;
        double seconds = nanos / 1e9;
        return Bar.text(done, added / seconds, "jobs", added == 0 ? -1 : seconds / done - seconds);
    }

    /** Takes the bar away. */
    public Promise<Void> end() {
        context().cancelTimer("start");
        context().cancelTimer("draw");
        if (drawn) {
            err.print(Bar.CLEAR_LINE);
            err.flush();
        }
        return Promise.done();
    }
}
