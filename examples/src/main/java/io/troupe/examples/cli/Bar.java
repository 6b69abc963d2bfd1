// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import java.util.Locale;

/** A progress bar as a line of text, for terminals. */
public final class Bar {
    /** Takes away what was drawn on the line. */
    public static final String CLEAR_LINE = "\r\u001b[K";

    private static final int CELLS = 40;

    private Bar() {}

    /**
     * The bar with figures.
     *
     * @param done from 0 to 1
     * @param perSecond how fast it gets on
     * @param unit of what is done, "jobs" say
     * @param secondsLeft negative: unknown
     */
    public static String text(double done, double perSecond, String unit, double secondsLeft) {
        int full = (int) (done * CELLS);
        String rest = secondsLeft < 0 ? "" : String.format(Locale.ROOT, "  %.0f s left", secondsLeft);
        return String.format(
                Locale.ROOT,
                "[%s%s] %3.0f %%  %,.0f %s/s%s",
                "#".repeat(full),
                "-".repeat(CELLS - full),
                Math.floor(done * 100),
                perSecond,
                unit,
                rest);
    }
}
