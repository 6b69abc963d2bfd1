// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * What a small program prints: one line of JSON, which the report reads.
 *
 * @param suite that the report puts it into
 * @param name what was measured
 * @param system of which
 * @param settings numbers that say what was asked of it, which make cells of their own
 */
public record Figure(String suite, String name, String system, Map<String, Long> settings) {
    /** Copies, in the same order. */
    public Figure {
        settings = new LinkedHashMap<>(settings);
    }

    static void print(String figure, String system, double value, String unit) {
        new Figure("footprint", figure, system, Map.of()).print(value, unit);
    }

    static void print(String figure, String system, Histogram nanos) {
        new Figure("footprint", figure, system, Map.of()).print(nanos);
    }

    /** Prints a number. */
    public void print(double value, String unit) {
        line(String.format(Locale.ROOT, "\"value\":%.3f,\"unit\":\"%s\"", value, unit));
    }

    /** Prints percentiles of nanoseconds. */
    public void print(Histogram nanos) {
        line(String.format(
                Locale.ROOT,
                "\"p50\":%d,\"p99\":%d,\"p999\":%d,\"max\":%d,\"count\":%d,\"unit\":\"ns\"",
                nanos.getValueAtPercentile(50),
                nanos.getValueAtPercentile(99),
                nanos.getValueAtPercentile(99.9),
                nanos.getMaxValue(),
                nanos.getTotalCount()));
    }

    private void line(String fields) {
        String set = settings.entrySet().stream()
                .map(setting -> '"' + setting.getKey() + "\":" + setting.getValue() + ",")
                .collect(Collectors.joining());
        System.out.println(String.format(
                Locale.ROOT,
                "{\"suite\":\"%s\",\"figure\":\"%s\",\"system\":\"%s\",%s%s,\"java\":\"%s\",\"processors\":%d}",
                suite,
                name,
                system,
                set,
                fields,
                Runtime.version(),
                Runtime.getRuntime().availableProcessors()));
    }
}
