// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import java.util.Collection;

/** Guesses how wide a bold text gets in Helvetica, Arial or DejaVu Sans, rather too wide than too narrow. Pixels. */
final class TextWidth {
    private static final String NARROW = "iljtfrI.,:;|!'()[]{}/\\ -`";
    private static final String WIDE = "mwMW@%—…×";

    private TextWidth() {}

    /** The width of one line. */
    static double of(String text, double size) {
        return text.codePoints().mapToDouble(TextWidth::share).sum() * size;
    }

    /** The width of the widest line, 0 without lines. */
    static double widest(Collection<String> lines, double size) {
        return lines.stream().mapToDouble(line -> of(line, size)).max().orElse(0);
    }

    /** The text, cut in its middle if it is wider than there is room, as names often differ in their ends. */
    static String fit(String text, double size, double room) {
        if (of(text, size) <= room) {
            return text;
        }
        int[] points = text.codePoints().toArray();
        for (int kept = points.length - 1; kept > 1; kept--) {
            int head = (kept + 1) / 2;
            int tail = kept - head;
            String cut = new String(points, 0, head) + "…" + new String(points, points.length - tail, tail);
            if (of(cut, size) <= room) {
                return cut;
            }
        }
        return "…";
    }

    private static double share(int point) {
        if (NARROW.indexOf(point) >= 0) {
            return 0.42;
        }
        if (WIDE.indexOf(point) >= 0 || point > 0x2E80) { // ideographs fill a square
            return 1.06;
        }
        return Character.isUpperCase(point) ? 0.8 : 0.69;
    }
}
