// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

/**
 * Widths of text in a sans-serif font, by classes of letters: near enough to keep labels apart in any viewer, and without the
 * fonts of this machine.
 */
final class TextWidths {
    private static final String NARROW = "iljtfrI.,:;'|!()[]{}/ -`";
    private static final String WIDE = "mwMW@%—→…";

    private TextWidths() {}

    /**
     * The width of a line.
     *
     * @param text of one line
     * @param size of the font
     */
    static double of(String text, double size) {
        return text.codePoints().mapToDouble(TextWidths::em).sum() * size;
    }

    /** The width of a line in bold letters. */
    static double ofBold(String text, double size) {
        return of(text, size) * 1.25;
    }

    private static double em(int letter) {
        if (NARROW.indexOf(letter) >= 0) {
            return 0.33;
        }
        if (WIDE.indexOf(letter) >= 0) {
            return 0.92;
        }
        if (letter >= 0x2E80) {
            return 1.05; // ideographs, emoji
        }
        return Character.isUpperCase(letter) ? 0.70 : 0.58;
    }
}
