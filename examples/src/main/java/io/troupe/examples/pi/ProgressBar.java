// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.pi;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.examples.cli.Bar;
import java.io.PrintWriter;
import java.time.Duration;

/** Asks the accumulator how far it is and draws that on a terminal, from the second second on. */
public class ProgressBar extends Actor<ProgressBar> {
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final long QUIET_NANOS = 1_000_000_000L;

    private final PiAccumulator accumulator;
    private final long jobs;
    private final PrintWriter terminal;
    private final long started = System.nanoTime();
    private boolean drawn;

    /**
     * A bar for one sum.
     *
     * @param jobs all of them
     * @param terminal where to draw
     */
    public ProgressBar(PiAccumulator accumulator, long jobs, PrintWriter terminal) {
        this.accumulator = accumulator;
        this.jobs = jobs;
        this.terminal = terminal;
    }

    @Override
    protected void onStart() {
        context().after("start", Duration.ofNanos(QUIET_NANOS), () -> context().every("draw", INTERVAL, this::look));
    }

    private void look() {
        accumulator.added().then(this::draw);
    }

    private void draw(long added) {
        terminal.print(Bar.CLEAR_LINE + text(added, jobs, System.nanoTime() - started));
        terminal.flush();
        drawn = true;
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
            terminal.print(Bar.CLEAR_LINE);
            terminal.flush();
        }
        return Promise.done();
    }
}
