// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.line;

import io.troupe.examples.cli.Bar;
import io.troupe.examples.cli.Cut;
import io.troupe.examples.cli.Terminal;
import java.io.PrintWriter;

/** How many elements are in the line or through, as a line that is drawn on a terminal, from the second second on. */
final class PartBar {
    private static final long QUIET_NANOS = 1_000_000_000;
    private static final long INTERVAL_NANOS = 100_000_000;
    private static final double NANOS = 1e9;

    private final long all;
    private final PrintWriter err;
    private final boolean terminal;
    private final long began;
    private long next;
    private boolean drawn;

    /**
     * Nothing is drawn yet.
     *
     * @param all elements
     * @param err where to draw
     * @param terminal whether it is a terminal
     * @param now in nanoseconds
     */
    PartBar(long all, PrintWriter err, boolean terminal, long now) {
        this.all = all;
        this.err = err;
        this.terminal = terminal;
        this.began = now;
        this.next = now + QUIET_NANOS;
    }

    /** So many are in the line. */
    void done(long elements, long now) {
        if (!terminal || now - next < 0) {
            return;
        }
        next = now + INTERVAL_NANOS;
        double seconds = (now - began) / NANOS;
        double done = (double) elements / all;
        String text = Bar.text(done, elements / seconds, "elements", seconds / done - seconds);
        err.print(Bar.CLEAR_LINE + Cut.to(text, Terminal.current().size().columns() - 1));
        err.flush();
        drawn = true;
    }

    /** Takes the line away. */
    void clear() {
        if (drawn) {
            err.print(Bar.CLEAR_LINE);
            err.flush();
        }
    }
}
