// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns of texts, one below the other. One thread. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /** With its first row. */
    TextTable(String... heads) {
        rows.add(List.of(heads));
    }

    /** Adds a row of as many cells. What strangers have stored must not command the terminal. */
    void add(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(String.valueOf(cell).replaceAll("\\p{Cntrl}", "?"));
        }
        rows.add(row);
    }

    /** Prints it. */
    void print(PrintWriter out) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length()));
                line.append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
