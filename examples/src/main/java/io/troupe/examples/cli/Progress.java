// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import java.io.PrintWriter;
import java.util.Locale;

/** Draws on a terminal how far a series of measurements is, on one line that is taken away again. */
public final class Progress {
    private static final int CELLS = 40;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter terminal;
    private final boolean visible;
    private final int total;
    private int done;

    /**
     * A bar for so many measurements.
     *
     * @param visible false: draws nothing
     */
    public Progress(PrintWriter terminal, boolean visible, int total) {
        this.terminal = terminal;
        this.visible = visible;
        this.total = total;
    }

    /** One more measurement begins. */
    public void next(String name) {
        draw(name);
        done++;
    }

    /** Says what goes on meanwhile, and goes no step further. */
    public void note(String doing) {
        draw(doing);
    }

    private void draw(String name) {
        if (visible) {
            terminal.print(CLEAR_LINE
                    + Cut.to(text(done, total, name), Terminal.current().size().columns() - 1));
            terminal.flush();
        }
    }

    /** Makes room for other output. */
    public void clear() {
        if (visible) {
            terminal.print(CLEAR_LINE);
            terminal.flush();
        }
    }

    /** {@return the line that is drawn} */
    public static String text(int done, int total, String name) {
        int full = done * CELLS / total;
        return String.format(
                Locale.ROOT, "[%s%s] %3d %%  %s", "#".repeat(full), "-".repeat(CELLS - full), 100 * done / total, name);
    }
}
