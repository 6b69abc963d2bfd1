// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.troupe.bench.harness.Spread;
import io.troupe.bench.results.Metric;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What one client measured in several windows that follow each other.
 *
 * @param windows at least one
 * @param cpuNanos processor time of both processes during all of them; 0 where the system does not tell
 */
public record Run(List<Measured> windows, long cpuNanos) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private static final String NANOS = "ns";
    private static final String PER_SECOND = "ops/s";

    /** Copies the list. */
    public Run {
        windows = List.copyOf(windows);
        if (windows.isEmpty()) {
            throw new IllegalArgumentException("a run must have a window: windows=0");
        }
    }

    /** Messages or requests of all windows. */
    public long count() {
        return sum(Measured::count);
    }

    /** How long they took. */
    public long nanos() {
        return sum(Measured::nanos);
    }

    private long sum(ToLongFunction<Measured> property) {
        return windows.stream().mapToLong(property).sum();
    }

    /** Messages or requests per second over all windows. */
    public double perSecond() {
        return count() * 1e9 / nanos();
    }

    /** Median of the windows' medians; 0 for one-way messages. */
    public double p50Nanos() {
        return median(Measured::p50Nanos);
    }

    /** Median of the windows' 99th percentiles; 0 for one-way messages. */
    public double p99Nanos() {
        return median(Measured::p99Nanos);
    }

    private double median(ToLongFunction<Measured> property) {
        return Spread.of(windows.stream().mapToLong(property).asDoubleStream().toArray())
                .median();
    }

    /** The longest request; 0 for one-way messages. */
    public long maxNanos() {
        return windows.stream().mapToLong(Measured::maxNanos).max().orElseThrow();
    }

    /** Processor time per message or request, of both processes together. */
    public double cpuNanosEach() {
        return (double) cpuNanos / Math.max(1, count());
    }

    /** As one round of the results, with the rates of the windows beside it. */
    public Result result(Load load, String stack) {
        List<Metric> beside = new ArrayList<>();
        if (p50Nanos() > 0) {
            beside.add(Metric.of("p50", NANOS, Samples.single(p50Nanos())));
            beside.add(Metric.of("p99", NANOS, Samples.single(p99Nanos())));
            beside.add(Metric.of("max", NANOS, Samples.single((double) maxNanos())));
        }
        if (cpuNanos > 0) {
            beside.add(Metric.of("cpu", NANOS, Samples.single(cpuNanosEach())));
        }
        double[] rates = windows.stream().mapToDouble(Measured::perSecond).toArray();
        beside.add(Metric.of("window", PER_SECOND, Samples.of(rates)));
        return new Result(
                "remoting",
                load.oneWay() ? load.name() : "ask",
                stack,
                load.oneWay() ? Map.of() : Map.of("outstanding", Integer.toString(load.outstanding())),
                Metric.of("rate", PER_SECOND, Samples.single(perSecond())),
                beside,
                List.of());
    }

    /** As one line for another process. */
    public String line() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a run must be one line of JSON: run=" + this, e);
        }
    }

    /**
     * Reads such a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Run parse(String line) {
        try {
            return JSON.readValue(line, Run.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("result must have a processor time and windows: line=" + line, e);
        }
    }
}
