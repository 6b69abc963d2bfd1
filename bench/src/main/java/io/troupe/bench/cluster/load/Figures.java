// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.troupe.bench.remoting.measure.Measured;
import io.troupe.bench.results.Metric;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one process has found out.
 *
 * @param all the one that counts, then others
 */
public record Figures(List<Figure> all) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NANOS = "ns";

    /** Copies the list. */
    public Figures {
        all = List.copyOf(all);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("there must be a figure: figures=0");
        }
    }

    /**
     * One of them.
     *
     * @param name as "rate"
     * @param unit as "ops/s"
     * @param value finite
     */
    public record Figure(String name, String unit, double value) {
        /** A length of time. */
        static Figure nanos(String name, double value) {
            return new Figure(name, NANOS, value);
        }
    }

    /** Of calls that followed each other. */
    static Figures of(Measured measured) {
        return new Figures(List.of(
                new Figure("rate", "ops/s", measured.perSecond()),
                Figure.nanos("p50", (double) measured.p50Nanos()),
                Figure.nanos("p99", (double) measured.p99Nanos()),
                Figure.nanos("max", (double) measured.maxNanos())));
    }

    /** The same and one more. */
    Figures and(Figure more) {
        List<Figure> longer = new ArrayList<>(all);
        longer.add(more);
        return new Figures(longer);
    }

    /** As one round of the results. */
    public Result result(Load load, String stack) {
        List<Metric> metrics = all.stream()
                .map(figure -> Metric.of(figure.name, figure.unit, Samples.single(figure.value)))
                .toList();
        return new Result(
                "cluster",
                load.benchmark(),
                stack,
                load.outstanding() == 0 ? Map.of() : Map.of("outstanding", Integer.toString(load.outstanding())),
                metrics.get(0),
                metrics.subList(1, metrics.size()),
                List.of());
    }

    /** As one line for another process. */
    public String line() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("figures must be one line of JSON: figures=" + this, e);
        }
    }

    /**
     * Reads such a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Figures parse(String line) {
        try {
            return JSON.readValue(line, Figures.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("result must be figures: line=" + line, e);
        }
    }
}
