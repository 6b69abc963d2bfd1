// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.bench.results.Json;
import java.util.LinkedHashMap;
import java.util.Map;
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
    private static final double THOUSAND = 1000;

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
        Map<String, Object> line = line();
        line.put("value", Math.round(value * THOUSAND) / THOUSAND);
        print(line, unit);
    }

    /** Prints percentiles of nanoseconds. */
    public void print(Histogram nanos) {
        Map<String, Object> line = line();
        line.put("p50", nanos.getValueAtPercentile(50));
        line.put("p99", nanos.getValueAtPercentile(99));
        line.put("p999", nanos.getValueAtPercentile(99.9));
        line.put("max", nanos.getMaxValue());
        line.put("count", nanos.getTotalCount());
        print(line, "ns");
    }

    private Map<String, Object> line() {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("suite", suite);
        line.put("figure", name);
        line.put("system", system);
        line.putAll(settings);
        return line;
    }

    private static void print(Map<String, Object> line, String unit) {
        line.put("unit", unit);
        line.put("java", Runtime.version().toString());
        line.put("processors", Runtime.getRuntime().availableProcessors());
        System.out.print(Json.text(line));
    }
}
