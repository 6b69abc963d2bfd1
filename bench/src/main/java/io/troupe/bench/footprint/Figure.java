// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Prints results, one line of JSON each. */
final class Figure {
    private Figure() {}

    static void print(String figure, String system, double value, String unit) {
        line(figure, system, String.format(Locale.ROOT, "\"value\":%.3f,\"unit\":\"%s\"", value, unit));
    }

    /** Percentiles of nanoseconds. */
    static void print(String figure, String system, Histogram nanos) {
        line(
                figure,
                system,
                String.format(
                        Locale.ROOT,
                        "\"p50\":%d,\"p99\":%d,\"p999\":%d,\"max\":%d,\"count\":%d,\"unit\":\"ns\"",
                        nanos.getValueAtPercentile(50),
                        nanos.getValueAtPercentile(99),
                        nanos.getValueAtPercentile(99.9),
                        nanos.getMaxValue(),
                        nanos.getTotalCount()));
    }

    private static void line(String figure, String system, String fields) {
        System.out.println(String.format(
                Locale.ROOT,
                "{\"figure\":\"%s\",\"system\":\"%s\",%s,\"java\":\"%s\",\"processors\":%d}",
                figure,
                system,
                fields,
                Runtime.version(),
                Runtime.getRuntime().availableProcessors()));
    }
}
