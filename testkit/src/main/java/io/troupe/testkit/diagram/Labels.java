// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.diagram;

import java.util.Locale;

/** Texts of diagrams: times, counts, and names that are not too long. */
final class Labels {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private Labels() {}

    /** A time in the unit that suits it, with three digits or more: 12.3 ms. */
    static String time(long nanos) {
        long size = Math.abs(nanos);
        if (size < MICRO) {
            return nanos == 0 ? "0" : nanos + " ns";
        }
        if (size < MILLI) {
            return number((double) nanos / MICRO) + " µs";
        }
        if (size < SECOND) {
            return number((double) nanos / MILLI) + " ms";
        }
        return number((double) nanos / SECOND) + " s";
    }

    private static String number(double value) {
        double size = Math.abs(value);
        String digits = size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f";
        String text = String.format(Locale.ROOT, digits, value);
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
    }

    static String count(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    /** The text, or its beginning and end with an ellipsis between. */
    static String shorten(String text, int longest) {
        if (text.codePointCount(0, text.length()) <= longest) {
            return text;
        }
        int tail = longest / 3;
        int head = longest - 1 - tail;
        int[] points = text.codePoints().toArray();
        return new String(points, 0, head) + "…" + new String(points, points.length - tail, tail);
    }
}
