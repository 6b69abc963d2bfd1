// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import java.util.Locale;

/** Numbers in lines of text, the same in every locale. */
public final class Digits {
    private static final double HUNDRED = 100;

    private Digits() {}

    /** Three digits that count, and whole numbers whole. */
    public static String three(double value) {
        double size = Math.abs(value);
        String format = size >= HUNDRED ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 || size == 0 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
