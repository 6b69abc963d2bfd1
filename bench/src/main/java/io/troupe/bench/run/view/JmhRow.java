// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.view;

import io.troupe.bench.report.Spread;
import io.troupe.bench.run.store.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A benchmark in JMH's JSON.
 *
 * @param label benchmark and parameters
 * @param spread medians of the forks
 * @param unit as JMH has it
 * @param higherIsBetter for rates
 */
record JmhRow(String label, Spread spread, String unit, boolean higherIsBetter) {
    private static final String ROOT = "io.troupe.bench.";

    /** Those of a file, none if it is not JMH's. */
    static List<JmhRow> of(Object json) {
        List<JmhRow> rows = new ArrayList<>();
        for (Object element : JsonTree.list(json)) {
            Map<?, ?> entry = JsonTree.map(element);
            Map<?, ?> metric = JsonTree.map(entry.get("primaryMetric"));
            double[] forks = JsonTree.list(metric.get("rawData")).stream()
                    .map(JmhRow::numbers)
                    .filter(fork -> fork.length > 0)
                    .mapToDouble(fork -> Spread.of(fork).median())
                    .toArray();
            if (forks.length > 0) {
                rows.add(new JmhRow(
                        label(entry),
                        Spread.of(forks),
                        JsonTree.text(metric, "scoreUnit"),
                        JsonTree.text(entry, "mode").equals("thrpt")));
            }
        }
        return rows;
    }

    /** Those of a file by label. */
    static Map<String, JmhRow> byLabel(Object json) {
        Map<String, JmhRow> rows = new LinkedHashMap<>();
        of(json).forEach(row -> rows.put(row.label(), row));
        return rows;
    }

    private static double[] numbers(Object fork) {
        return JsonTree.list(fork).stream()
                .filter(Double.class::isInstance)
                .mapToDouble(Double.class::cast)
                .toArray();
    }

    private static String label(Map<?, ?> entry) {
        StringBuilder label =
                new StringBuilder(JsonTree.text(entry, "benchmark").replace(ROOT, ""));
        JsonTree.map(entry.get("params"))
                .forEach((name, value) ->
                        label.append(' ').append(name).append('=').append(value));
        return label.toString();
    }
}
