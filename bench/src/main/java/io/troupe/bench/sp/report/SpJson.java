// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.report;

import io.troupe.bench.machine.Environment;
import io.troupe.bench.report.Json;
import io.troupe.bench.sp.measure.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Results for other programs: every round as it was measured, with what is needed to judge them. */
public final class SpJson {
    private SpJson() {}

    /**
     * One JSON object.
     *
     * @param forks rounds that were asked for; failed ones are missing
     * @param warmUp before each window
     * @param window that was measured
     */
    public static String text(Environment machine, SpResults results, int forks, Duration warmUp, Duration window) {
        String stacks = results.rows().stream().map(SpJson::stack).collect(Collectors.joining(",\n", "[\n", "\n]"));
        String cells =
                results.all().entrySet().stream().map(SpJson::cell).collect(Collectors.joining(",\n", "[\n", "\n]"));
        return "{\"machine\":" + Json.texts(machine.facts()) + ",\n\"marks\":" + Json.texts(machine.sentences())
                + ",\n\"forks\":" + forks + ",\"warmUpMillis\":"
                + warmUp.toMillis() + ",\"windowMillis\":" + window.toMillis() + ",\n\"stacks\":" + stacks
                + ",\n\"results\":" + cells + "}\n";
    }

    private static String stack(SpResults.Row row) {
        return "{\"stack\":" + Json.quoted(row.stack().name()) + ",\"kind\":"
                + Json.quoted(row.stack().kind().name()) + ",\"about\":"
                + Json.quoted(row.stack().about()) + ",\"missing\":" + Json.quoted(row.missing()) + "}";
    }

    private static String cell(Map.Entry<SpResults.Key, List<Outcome>> entry) {
        return entry.getValue().stream()
                .map(Outcome::json)
                .collect(Collectors.joining(
                        ",",
                        "{\"cell\":" + Json.quoted(entry.getKey().cell()) + ",\"stack\":"
                                + Json.quoted(entry.getKey().stack()) + ",\"rounds\":[",
                        "]}"));
    }
}
