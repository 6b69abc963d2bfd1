// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.view;

import io.troupe.examples.philosophers.view.Guest.State;
import java.io.PrintWriter;
import java.util.Locale;

/** One line per reading, for files and pipes. One thread at a time. */
public final class PlainLines implements Display {
    private static final long AT_MOST_EVERY_NANOS = 100_000_000;

    private final PrintWriter out;
    private long shown;

    /** Prints there. */
    public PlainLines(PrintWriter out) {
        this.out = out;
    }

    @Override
    public boolean show(Evening evening) {
        if (evening.nanos() - shown < AT_MOST_EVERY_NANOS) { // the last reading follows the one before at once
            return true;
        }
        shown = evening.nanos();
        out.println(String.format(
                Locale.ROOT,
                "%6.1f s  thinking %d  hungry %d  eating %d  meals %d  deadlocks %d",
                evening.seconds(),
                evening.count(State.THINKING),
                evening.count(State.HUNGRY),
                evening.count(State.EATING),
                evening.meals().getSum(),
                evening.deadlocks()));
        return !out.checkError();
    }
}
