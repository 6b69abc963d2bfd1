// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.simulate;

import io.troupe.examples.cli.Bar;
import io.troupe.examples.cli.Cut;
import io.troupe.examples.cli.Terminal;
import java.io.PrintWriter;

/** How many schedules were run, as a line that is drawn on a terminal, from the second second on. */
final class ScheduleBar implements Trials.Progress {
    private static final long QUIET_NANOS = 1_000_000_000;
    private static final long INTERVAL_NANOS = 100_000_000;
    private static final double NANOS = 1e9;

    private final long all;
    private final PrintWriter err;
    private final boolean terminal = Terminal.current().err();
    private final long began = System.nanoTime();
    private long next = began + QUIET_NANOS;
    private boolean drawn;

    /**
     * Nothing is drawn yet.
     *
     * @param all schedules
     * @param err where to draw
     */
    ScheduleBar(long all, PrintWriter err) {
        this.all = all;
        this.err = err;
    }

    @Override
    public void done(long schedules) {
        if (!terminal) {
            return;
        }
        long now = System.nanoTime();
        if (now - next >= 0) {
            next = now + INTERVAL_NANOS;
            double seconds = (now - began) / NANOS;
            double done = (double) schedules / all;
            String line = Bar.text(done, schedules / seconds, "schedules", seconds / done - seconds);
            err.print(Bar.CLEAR_LINE + Cut.to(line, Terminal.current().size().columns() - 1));
            err.flush();
            drawn = true;
        }
    }

    /** Takes the line away. */
    void clear() {
        if (drawn) {
            err.print(Bar.CLEAR_LINE);
            err.flush();
        }
    }
}
