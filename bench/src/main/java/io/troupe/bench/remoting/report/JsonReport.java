// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.report;

import io.troupe.bench.machine.Environment;
import io.troupe.bench.remoting.measure.Run;
import io.troupe.bench.report.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Results for other programs: every round as it was measured, with what is needed to judge them. */
public final class JsonReport {
    private static final int MILLI_DIGITS = 3;

    private JsonReport() {}

    /**
     * One JSON object.
     *
     * @param forks rounds that were asked for; failed ones are missing
     * @param warmUp before each window
     * @param window that was measured
     */
    public static String text(Environment machine, Results results, int forks, Duration warmUp, Duration window) {
        String facts = Json.texts(machine.facts()) + ",\n\"marks\":" + Json.texts(machine.sentences());
        String cells = results.all().entrySet().stream()
                .sorted(Map.Entry.comparingByKey(JsonReport::compare))
                .map(cell -> cell(cell.getKey(), cell.getValue()))
                .collect(Collectors.joining(",\n", "[\n", "\n]"));
        return "{\"machine\":" + facts + ",\n\"forks\":" + forks + ",\"warmUpSeconds\":" + seconds(warmUp)
                + ",\"seconds\":" + seconds(window) + ",\n\"results\":" + cells + "}\n";
    }

    private static String seconds(Duration length) {
        return BigDecimal.valueOf(length.toMillis(), MILLI_DIGITS)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static int compare(Results.Key one, Results.Key other) {
        int byLoad = one.load().compareTo(other.load());
        return byLoad != 0 ? byLoad : one.stack().compareTo(other.stack());
    }

    private static String cell(Results.Key key, List<Run> rounds) {
        return rounds.stream()
                .map(JsonReport::round)
                .collect(Collectors.joining(
                        ",",
                        "{\"workload\":" + Json.quoted(key.load()) + ",\"stack\":" + Json.quoted(key.stack())
                                + ",\"rounds\":[",
                        "]}"));
    }

    private static String round(Run measured) {
        return String.format(
                Locale.ROOT,
                "{\"count\":%d,\"nanos\":%d,\"perSecond\":%.1f,\"p50Nanos\":%.0f,\"p99Nanos\":%.0f,\"maxNanos\":%d,\"cpuNanos\":%.1f,"
                        + "\"windows\":%s}",
                measured.count(),
                measured.nanos(),
                measured.perSecond(),
                measured.p50Nanos(),
                measured.p99Nanos(),
                measured.maxNanos(),
                measured.cpuNanosEach(),
                measured.windows().stream()
                        .map(window -> String.format(Locale.ROOT, "%.1f", window.perSecond()))
                        .toList());
    }
}
