// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import java.util.Locale;

/** A table in Markdown. */
final class Table {
    private final StringBuilder text = new StringBuilder();

    Table(String title, String... columns) {
        text.append("\n**").append(title).append("**\n\n");
        row((Object[]) columns);
        text.append("|").append("---|".repeat(columns.length)).append("\n");
    }

    /** Numbers are rounded; those with a fraction keep it. */
    void row(Object... cells) {
        text.append("|");
        for (Object cell : cells) {
            text.append(" ").append(cell).append(" |");
        }
        text.append("\n");
    }

    static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    static String tenths(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    static String thousandths(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
