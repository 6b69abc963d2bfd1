// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

/** Lines that fit into a window: one that is too long would wrap, and what is drawn over it would begin too low. */
public final class Cut {
    private static final char ESCAPE = '\u001b';

    private Cut() {}

    /**
     * The beginning of a line, with all its colours.
     *
     * @param line may have escape sequences that end in a letter; they take no room
     * @param columns of the window
     */
    public static String to(String line, int columns) {
        StringBuilder cut = new StringBuilder(line.length());
        int seen = 0;
        boolean escape = false;
        for (int i = 0; i < line.length(); i++) {
            char next = line.charAt(i);
            escape |= next == ESCAPE;
            if (escape || seen < columns) {
                cut.append(next);
            }
            seen += escape ? 0 : 1;
            escape &= !Character.isLetter(next);
        }
        return cut.toString();
    }
}
