// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.locality;

import io.troupe.examples.cli.DispatcherKind;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The figures for humans: a line per row of the grid, two columns per dispatcher. */
final class Table {
    private Table() {}

    /** The heads of the columns. */
    static List<String> head(Collection<DispatcherKind> dispatchers) {
        return List.of(
                " ".repeat(18)
                        + dispatchers.stream()
                                .map(kind -> String.format(Locale.ROOT, "%18s", kind))
                                .collect(Collectors.joining()),
                " actors      bytes"
                        + dispatchers.stream()
                                .map(kind -> String.format(Locale.ROOT, "%9s%9s", "ns", "wait ms"))
                                .collect(Collectors.joining()));
    }

    /**
     * A row.
     *
     * @param figures one per dispatcher, in the order of the head
     */
    static String line(Row row, List<Figure> figures) {
        return String.format(Locale.ROOT, "%,7d %,10d", row.actors(), row.bytes())
                + figures.stream()
                        .map(figure -> String.format(
                                Locale.ROOT, "%,9.0f%,9.1f", figure.nanosPerMessage(), figure.longestWaitMillis()))
                        .collect(Collectors.joining());
    }
}
