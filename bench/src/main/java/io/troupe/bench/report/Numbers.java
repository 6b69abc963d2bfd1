// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as people read them, the same in every locale: three digits that count, and k, M, G, T from 100,000 on. */
public final class Numbers {
    private static final MathContext THREE = new MathContext(3);
    private static final double SUFFIX_FROM = 99_950;
    private static final double TINY = 1e-4;
    private static final String[] SUFFIXES = {"", " k", " M", " G", " T"};

    private Numbers() {}

    /** A measured value; "–" for NaN. */
    public static String value(double value) {
        double size = Math.abs(value);
        if (!Double.isFinite(value)) {
            return "–";
        }
        if (size >= SUFFIX_FROM) {
            return suffixed(value);
        }
        if (size >= 999.5) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return size == 0
                ? "0"
                : size < TINY ? scientific(value) : rounded(value).toPlainString();
    }

    /** A tick of an axis or a parameter: as short as it can be told, with a suffix from 1000 on where that loses nothing. */
    public static String tick(double value) {
        double size = Math.abs(value);
        if (size < 1000) {
            return size != 0 && size < TINY ? scientific(value) : plain(rounded(value));
        }
        boolean exact = rounded(value).doubleValue() == value;
        return exact || size >= SUFFIX_FROM * 10 ? suffixed(value) : String.format(Locale.ROOT, "%,.0f", value);
    }

    /** How many times as much; two digits behind the point below 10. */
    public static String times(double ratio) {
        return ratio < 9.995
                ? String.format(Locale.ROOT, "%.2f", ratio)
                : ratio < 99.95 ? String.format(Locale.ROOT, "%.1f", ratio) : value(ratio);
    }

    private static String suffixed(double value) {
        double rest = rounded(value).doubleValue();
        int suffix = 0;
        while (Math.abs(rest) >= 1000 && suffix < SUFFIXES.length - 1) {
            rest /= 1000;
            suffix++;
        }
        return plain(rounded(rest)) + SUFFIXES[suffix];
    }

    private static BigDecimal rounded(double value) {
        BigDecimal exact = BigDecimal.valueOf(value).round(THREE);
        return exact.scale() < 0 ? exact.setScale(0) : exact;
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    private static String scientific(double value) {
        return String.format(Locale.ROOT, "%.1e", value);
    }
}
