// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import io.troupe.bench.harness.Spread;
import io.troupe.bench.results.Digits;
import io.troupe.bench.results.Metric;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import io.troupe.bench.results.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Figures of clusters as a table of Markdown: a row for each figure of each system of ours, beside the limit and the peers of
 * the same cell. Each is the median of the rounds, with the lowest and the highest.
 *
 * @param results of a run; what is of other suites or other dispatchers is left out
 */
record FigureTable(Results results) {
    static final String BEGIN = "<!-- figures -->";
    static final String END = "<!-- end of figures -->";
    static final String HEAD =
            """
            | work | figure | limit | Troupe | peers | × limit | × best peer |
            |---|---|---|---|---|---|---|
            """;

    private static final Set<String> SUITES = Set.of("cluster", "keyed");
    private static final String DISPATCHER = "stealing";
    private static final double SECOND = 1e9;
    private static final double MILLI = 1e6;
    private static final double MICRO = 1e3;

    /**
     * The page with the figures between its marks.
     *
     * @throws IllegalStateException if the page has no marks
     */
    String into(String page) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalStateException("page must have two marks: begin=" + BEGIN + ", end=" + END);
        }
        return page.substring(0, begin) + BEGIN + "\n" + text() + page.substring(end);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (String fact : List.of("date", "commit", "cpu", "processors", "java", "jvm")) {
            String value = results.environment().get(fact);
            if (value != null) {
                text.append(fact).append(": ").append(value).append("; ");
            }
        }
        text.append("rounds: ").append(rounds()).append("\n\n").append(HEAD);
        cells().forEach((cell, all) ->
                all.stream().filter(result -> result.role() == Role.OURS).forEach(ours -> rows(cell, ours, all, text)));
        return text.toString();
    }

    private int rounds() {
        return results.results().stream()
                .mapToInt(result -> result.samples().forks())
                .max()
                .orElse(0);
    }

    private Map<Result.Cell, List<Result>> cells() {
        return results.results().stream()
                .filter(result -> SUITES.contains(result.suite()))
                .filter(result -> DISPATCHER.equals(result.params().getOrDefault(Result.DISPATCHER, DISPATCHER)))
                .collect(Collectors.groupingBy(Result::cell, LinkedHashMap::new, Collectors.toList()));
    }

    private static void rows(Result.Cell cell, Result ours, List<Result> all, StringBuilder text) {
        List<Metric> metrics = new ArrayList<>(List.of(ours.metric()));
        metrics.addAll(ours.secondary());
        for (Metric metric : metrics) {
            text.append("| ")
                    .append(String.join(
                            " | ",
                            cell.toString(),
                            metric.name(),
                            column(all, Role.LIMIT, metric),
                            "**" + ours.system() + "** " + figure(metric),
                            column(all, Role.PEER, metric),
                            ratio(all, Role.LIMIT, metric),
                            ratio(all, Role.PEER, metric)))
                    .append(" |\n");
        }
    }

    private static String column(List<Result> all, Role role, Metric metric) {
        return all.stream()
                .filter(result -> result.role() == role)
                .flatMap(result ->
                        result.metric(metric.name()).stream().map(other -> result.system() + " " + figure(other)))
                .collect(Collectors.joining(", "));
    }

    private static String ratio(List<Result> all, Role role, Metric metric) {
        OptionalDouble best = all.stream()
                .filter(result -> result.role() == role)
                .flatMap(result -> result.metric(metric.name()).stream())
                .mapToDouble(other -> other.samples().median())
                .filter(value -> value > 0)
                .reduce(metric.better()::best);
        double median = metric.samples().median();
        return best.isPresent() && median > 0
                ? String.format(Locale.ROOT, "%.2f", metric.better().timesBetter(median, best.getAsDouble()))
                : "";
    }

    private static String figure(Metric metric) {
        Spread spread = metric.samples().spread();
        double scale = 1;
        String unit = metric.unit();
        if (unit.equals("ns")) {
            double size = spread.median();
            scale = size >= SECOND ? SECOND : size >= MILLI ? MILLI : size >= MICRO ? MICRO : 1;
            unit = size >= SECOND ? "s" : size >= MILLI ? "ms" : size >= MICRO ? "µs" : "ns";
        }
        return Digits.three(spread.median() / scale) + " " + unit + " (" + Digits.three(spread.low() / scale) + "–"
                + Digits.three(spread.high() / scale) + ")";
    }
}
