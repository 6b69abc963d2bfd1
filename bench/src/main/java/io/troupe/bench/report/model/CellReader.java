// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what the drivers that start processes write with {@code --json}: those of remoting ("workload") and of sockets
 * ("cell"). One sample per round. What is sent in one direction counts as a rate, what is answered between processes as a rate
 * in remoting and as a median time for sockets; the other figures are beside it. "ask64" is "ask" with 64 outstanding.
 */
public final class CellReader {
    private static final String PER_SECOND = "ops/s";
    private static final String NANOS = "ns";
    private static final double BITS = 8;
    private static final Pattern OUTSTANDING = Pattern.compile("(\\D+)(\\d+)");

    private CellReader() {}

    /** Whether a driver wrote this. */
    public static boolean understands(JsonNode root) {
        return root.isObject()
                && root.has("machine")
                && root.path("results").isArray()
                && !ResultFile.understands(root);
    }

    /**
     * Reads a file.
     *
     * @param file its name, for the sources
     * @param root its text
     * @throws IllegalArgumentException if a cell is of neither driver
     */
    public static Results read(String file, JsonNode root) {
        Map<String, String> facts = new LinkedHashMap<>();
        root.path("machine")
                .properties()
                .forEach(fact -> facts.put(fact.getKey(), fact.getValue().asText()));
        int forks = root.path("forks").asInt();
        List<String> marks = new ArrayList<>();
        root.path("marks").forEach(mark -> marks.add(mark.asText()));
        marks.addAll(missing(root));
        List<Result> results = new ArrayList<>();
        int index = 0;
        for (JsonNode cell : root.path("results")) {
            Source source = new Source(file, index++);
            JsonNode rounds = cell.path("rounds");
            String name = cell.path("stack").asText() + " in "
                    + cell.path("workload").asText() + cell.path("cell").asText();
            if (rounds.size() < forks) {
                marks.add(name + ": only " + rounds.size() + " of " + forks + " rounds, " + source);
            }
            if (!rounds.isEmpty()) {
                results.add(cell(cell, rounds, source));
            }
        }
        return Results.of(facts, results, marks);
    }

    private static List<String> missing(JsonNode root) {
        List<String> marks = new ArrayList<>();
        for (JsonNode stack : root.path("stacks")) {
            String why = stack.path("missing").asText();
            if (!why.isEmpty()) {
                marks.add(stack.path("stack").asText() + " is missing: " + why);
            }
        }
        return marks;
    }

    private static Result cell(JsonNode cell, JsonNode rounds, Source source) {
        String system = cell.path("stack").asText();
        if (cell.has("workload")) {
            return remoting(cell.path("workload").asText(), system, rounds, source);
        }
        if (cell.has("cell")) {
            return sockets(cell.path("cell").asText(), system, rounds, source);
        }
        throw new IllegalArgumentException("cell must have a workload or a name: source=" + source);
    }

    private static Result remoting(String workload, String system, JsonNode rounds, Source source) {
        List<Metric> beside = new ArrayList<>();
        times(rounds, "p50", "p50Nanos", beside);
        times(rounds, "p99", "p99Nanos", beside);
        times(rounds, "max", "maxNanos", beside);
        times(rounds, "cpu", "cpuNanos", beside);
        Matcher ask = OUTSTANDING.matcher(workload);
        boolean scaled = ask.matches();
        return new Result(
                "remoting",
                scaled ? ask.group(1) : workload,
                system,
                scaled ? Map.of("outstanding", ask.group(2)) : Map.of(),
                rate(rounds),
                beside,
                List.of(source));
    }

    private static Result sockets(String label, String system, JsonNode rounds, Source source) {
        int comma = label.indexOf(',');
        String benchmark = comma < 0 ? label : label.substring(0, comma);
        Map<String, String> params = comma < 0
                ? Map.of()
                : Map.of("threads", label.substring(comma + 1).trim().split(" ", 2)[0]);
        List<Metric> metrics = new ArrayList<>();
        times(rounds, "p50", "p50", metrics);
        if (metrics.isEmpty()) {
            metrics.add(Metric.of(
                    "payload",
                    "Gb/s",
                    samples(rounds, round -> round.path("bytes").asDouble() * BITS / nanos(round, source))));
        } else {
            times(rounds, "p99", "p99", metrics);
        }
        metrics.add(rate(rounds));
        return new Result(
                "sp", benchmark, system, params, metrics.get(0), metrics.subList(1, metrics.size()), List.of(source));
    }

    private static Metric rate(JsonNode rounds) {
        return Metric.of(
                "rate",
                PER_SECOND,
                samples(rounds, round -> round.path("count").asDouble() * 1e9 / nanos(round, rounds)));
    }

    /** Adds a metric unless the driver had none, which it writes as zeros. */
    private static void times(JsonNode rounds, String name, String field, List<Metric> to) {
        Samples samples = samples(rounds, round -> round.path(field).asDouble());
        if (samples.median() > 0) {
            to.add(Metric.of(name, NANOS, samples));
        }
    }

    private static double nanos(JsonNode round, Object where) {
        double nanos = round.path("nanos").asDouble();
        if (nanos <= 0) {
            throw new IllegalArgumentException("nanos must be above 0: nanos=" + nanos + ", where=" + where);
        }
        return nanos;
    }

    private static Samples samples(JsonNode rounds, ToDoubleFunction<JsonNode> figure) {
        double[] figures = new double[rounds.size()];
        for (int i = 0; i < figures.length; i++) {
            figures[i] = figure.applyAsDouble(rounds.get(i));
        }
        return Samples.single(figures);
    }
}
