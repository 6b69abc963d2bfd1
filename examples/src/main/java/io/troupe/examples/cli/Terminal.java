// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

/**
 * Whether a human looks at the output, as the launcher script says in system properties: Java itself cannot ask for one
 * stream alone.
 *
 * @param out stdout is a terminal
 * @param err stderr is a terminal
 * @param rows height of the terminal
 */
public record Terminal(boolean out, boolean err, int rows) {
    private static final int USUAL_ROWS = 24;

    /** What the launcher found; without a launcher no terminal. */
    public static Terminal current() {
        return new Terminal(
                Boolean.getBoolean("troupe.terminal.out"),
                Boolean.getBoolean("troupe.terminal.err"),
                Integer.getInteger("troupe.terminal.rows", USUAL_ROWS));
    }
}
