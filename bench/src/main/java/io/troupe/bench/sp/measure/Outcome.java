// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.measure;

import io.troupe.bench.results.Metric;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Samples;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one process measured in one window.
 *
 * @param count messages received, or round trips
 * @param bytes their payload, one way
 * @param nanos length of the window
 * @param p50Nanos median round trip; 0 for messages in one direction
 * @param p99Nanos 99th percentile; 0 for messages in one direction
 */
public record Outcome(long count, long bytes, long nanos, long p50Nanos, long p99Nanos) {
    /** Begins the line with the outcome. */
    public static final String PREFIX = "{\"count\":";

    private static final String NANOS = "ns";

    private static final Pattern LINE = Pattern.compile(
            "\\{\"count\":(\\d+),\"bytes\":(\\d+),\"nanos\":([1-9]\\d*),\"p50\":(\\d+),\"p99\":(\\d+)}");

    /** As one line of JSON. */
    public String json() {
        return String.format(
                Locale.ROOT,
                "%s%d,\"bytes\":%d,\"nanos\":%d,\"p50\":%d,\"p99\":%d}",
                PREFIX,
                count,
                bytes,
                nanos,
                p50Nanos,
                p99Nanos);
    }

    /**
     * Reads such a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Outcome parse(String line) {
        Matcher fields = LINE.matcher(line.trim());
        if (!fields.matches()) {
            throw new IllegalArgumentException("outcome must have its five fields: line=" + line);
        }
        return new Outcome(
                Long.parseLong(fields.group(1)),
                Long.parseLong(fields.group(2)),
                Long.parseLong(fields.group(3)),
                Long.parseLong(fields.group(4)),
                Long.parseLong(fields.group(5)));
    }

    /**
     * As one round of the results: round trips by their median time, messages in one direction by their payload.
     *
     * @param cell as "pair-tcp-4k"
     * @param threads that send or ask
     */
    public Result result(String cell, int threads, String stack) {
        Metric rate = Metric.of("rate", "ops/s", Samples.single(perSecond()));
        boolean timed = p50Nanos > 0;
        return new Result(
                "sp",
                cell,
                stack,
                Map.of("threads", Integer.toString(threads)),
                timed
                        ? Metric.of("p50", NANOS, Samples.single((double) p50Nanos))
                        : Metric.of("payload", "Gb/s", Samples.single(gigabits())),
                timed ? List.of(Metric.of("p99", NANOS, Samples.single((double) p99Nanos)), rate) : List.of(rate),
                List.of());
    }

    /** Payload in 10⁹ bits per second. */
    public double gigabits() {
        return bytes * 8.0 / nanos;
    }

    /** Messages or round trips per second. */
    public double perSecond() {
        return count * 1e9 / nanos;
    }
}
