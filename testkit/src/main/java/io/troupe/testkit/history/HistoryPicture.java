// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Draws operations as bars over time, one line each, as text. */
final class HistoryPicture {
    private static final int WIDEST = 64;

    private HistoryPicture() {}

    /**
     * Draws a few operations.
     *
     * @param operations to draw; time between their beginnings and ends is left out
     * @param marked of them, those to point at
     */
    static String of(List<? extends Operation<?>> operations, List<? extends Operation<?>> marked) {
        TreeSet<Long> moments = new TreeSet<>();
        int longestName = 0;
        for (Operation<?> operation : operations) {
            moments.add(operation.invoked());
            if (operation.end() != OperationEnd.INFO) {
                moments.add(operation.completed());
            }
            longestName = Math.max(longestName, operation.client().length());
        }
        if (moments.isEmpty()) {
            return "";
        }
        int width = Math.min(WIDEST, 2 * moments.size() - 1);
        List<Long> columns = List.copyOf(moments);
        StringBuilder picture = new StringBuilder();
        List<? extends Operation<?>> sorted = operations.stream()
                .sorted(Comparator.<Operation<?>, String>comparing(Operation::client)
                        .thenComparingLong(Operation::invoked))
                .toList();
        for (Operation<?> operation : sorted) {
            int from = column(columns.indexOf(operation.invoked()), columns.size(), width);
            boolean open = operation.end() == OperationEnd.INFO;
            int to = open ? width : column(columns.indexOf(operation.completed()), columns.size(), width);
            picture.append(marked.contains(operation) ? "! " : "  ");
            picture.append(operation.client());
            picture.append(" ".repeat(longestName - operation.client().length() + 1 + from));
            picture.append('├').append("─".repeat(Math.max(0, to - from - 1))).append(open ? '┄' : '┤');
            picture.append(" ".repeat(width - to + 1)).append(operation.text()).append('\n');
        }
        return picture.toString();
    }

    private static int column(int index, int count, int width) {
        return count < 2 ? 0 : (int) ((long) index * (width - 1) / (count - 1));
    }
}
