// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.stacks;

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
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Results as text, one table per cell: median of all rounds with the lowest and the highest, medians of the other figures, and how
 * many times better than the limit and than the best peer the median is. Latencies are in microseconds.
 *
 * @param steps in the order of the rows
 * @param measured what there is of them
 */
record StackTable(List<Step> steps, Map<Step, Results> measured) {
    private static final String NONE = "-";
    private static final String NANOS = "ns";
    private static final double MICRO = 1e3;

    String text() {
        StringBuilder text = new StringBuilder();
        Map<String, List<Step>> cells =
                steps.stream().collect(Collectors.groupingBy(Step::cell, LinkedHashMap::new, Collectors.toList()));
        cells.forEach((cell, rows) -> table(cell, rows, text));
        return text.append(System.lineSeparator()).toString();
    }

    /** One round in a few words. */
    static String brief(Result result) {
        return Stream.concat(Stream.of(result.metric()), result.secondary().stream())
                .map(metric ->
                        metric.name() + " " + figure(metric, metric.samples().median()) + " " + unit(metric))
                .collect(Collectors.joining(", "));
    }

    private void table(String cell, List<Step> rows, StringBuilder text) {
        text.append(String.format("%n%s%n", cell));
        List<Result> all =
                rows.stream().map(this::result).flatMap(Optional::stream).toList();
        if (!all.isEmpty()) {
            List<String> head =
                    new ArrayList<>(List.of("stack", label(all.get(0).metric()), "low–high"));
            all.get(0).secondary().forEach(metric -> head.add(label(metric)));
            head.addAll(List.of("× limit", "× best peer"));
            row(head, text);
        }
        for (Step step : rows) {
            Optional<Result> result = result(step);
            if (result.isPresent()) {
                row(columns(result.get(), all), text);
            } else {
                text.append(String.format("%-15s %s%n", step.stack(), step.isAbsent() ? step.absence() : "failed"));
            }
        }
    }

    private Optional<Result> result(Step step) {
        @Nullable Results results = measured.get(step);
        return results == null
                ? Optional.empty()
                : Optional.of(results.results().get(0));
    }

    private static List<String> columns(Result result, List<Result> all) {
        Metric metric = result.metric();
        Spread spread = metric.samples().spread();
        List<String> columns = new ArrayList<>(List.of(
                result.system(),
                figure(metric, spread.median()),
                figure(metric, spread.low()) + "–" + figure(metric, spread.high())));
        result.secondary()
                .forEach(other -> columns.add(figure(other, other.samples().median())));
        for (Role role : List.of(Role.LIMIT, Role.PEER)) {
            OptionalDouble best = all.stream()
                    .filter(one -> one.role() == role)
                    .mapToDouble(Result::median)
                    .reduce(result.better()::best);
            columns.add(
                    best.isPresent()
                            ? String.format(
                                    Locale.ROOT,
                                    "%.2f",
                                    result.better().timesBetter(result.median(), best.getAsDouble()))
                            : NONE);
        }
        return columns;
    }

    private static void row(List<String> columns, StringBuilder text) {
        text.append(String.format("%-15s", columns.get(0)));
        columns.stream().skip(1).forEach(column -> text.append(String.format(" %17s", column)));
        text.append(System.lineSeparator());
    }

    private static String label(Metric metric) {
        return metric.name() + " " + unit(metric);
    }

    private static String unit(Metric metric) {
        return metric.unit().equals(NANOS) ? "µs" : metric.unit();
    }

    private static String figure(Metric metric, double value) {
        return Digits.three(metric.unit().equals(NANOS) ? value / MICRO : value);
    }
}
