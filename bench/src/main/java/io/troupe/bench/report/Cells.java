// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rows of a series, put in order: cells are rows with equal parameters, and in a cell ours come first. */
final class Cells {
    private static final Comparator<String> NATURAL = Comparator.comparing(
                    (String value) -> number(value).orElse(Double.MAX_VALUE))
            .thenComparing(Comparator.naturalOrder());

    private final Series series;
    private final List<List<Row>> cells;
    private final Map<String, TreeSet<String>> values = new TreeMap<>();
    private final List<String> systems;

    Cells(Series series) {
        this.series = series;
        for (Row row : series.rows()) {
            row.parameters().forEach((name, value) -> values.computeIfAbsent(name, n -> new TreeSet<>(NATURAL))
                    .add(value));
        }
        Comparator<Row> order = Comparator.comparing(row -> 0);
        for (String name : values.keySet()) {
            order = order.thenComparing(row -> row.parameters().getOrDefault(name, ""), NATURAL);
        }
        List<Row> rows = new ArrayList<>(series.rows());
        rows.sort(order.thenComparing(Row::role)); // stable: systems keep the order they were given in
        cells = List.copyOf(rows.stream()
                .collect(Collectors.groupingBy(Row::parameters, LinkedHashMap::new, Collectors.toList()))
                .values());
        List<Row> byRole = new ArrayList<>(series.rows());
        byRole.sort(Comparator.comparing(Row::role));
        systems = byRole.stream().map(Row::system).distinct().toList();
    }

    Series series() {
        return series;
    }

    /** In the order of their parameters, numbers by size. */
    List<List<Row>> cells() {
        return cells;
    }

    /** All systems, ours first. */
    List<String> systems() {
        return systems;
    }

    /** Parameters with more than one value, by name. */
    List<String> varying() {
        return values.keySet().stream().filter(this::isVarying).toList();
    }

    /** Parameters that are the same everywhere, as words; empty if there are none. */
    String fixed() {
        return values.entrySet().stream()
                .filter(entry -> !isVarying(entry.getKey()))
                .map(entry -> entry.getKey() + " = " + shown(entry.getValue().first()))
                .collect(Collectors.joining(", "));
    }

    /** How many values a parameter has. */
    int count(String parameter) {
        return values.getOrDefault(parameter, new TreeSet<>()).size();
    }

    /** Whether all rows have a number for a parameter. */
    boolean isNumeric(String parameter) {
        return values.containsKey(parameter)
                && values.get(parameter).stream()
                        .allMatch(value -> number(value).isPresent())
                && series.rows().stream().allMatch(row -> row.parameters().containsKey(parameter));
    }

    /** Some parameters of a row in words; empty without parameters. */
    static String words(Row row, List<String> parameters) {
        return parameters.stream()
                .filter(row.parameters()::containsKey)
                .map(name -> name + " = " + shown(row.parameters().getOrDefault(name, "")))
                .collect(Collectors.joining(", "));
    }

    /** A value as people read it; what is no number remains as it is. */
    static String shown(String value) {
        return value.matches("[0-9]{4,15}") ? Numbers.tick(Double.parseDouble(value)) : value;
    }

    /** The number a parameter is, if it is one. */
    static OptionalDouble number(String value) {
        return value.matches("[0-9]{1,15}([.][0-9]{1,9})?")
                ? OptionalDouble.of(Double.parseDouble(value))
                : OptionalDouble.empty();
    }

    private boolean isVarying(String name) {
        return count(name) > 1
                || series.rows().stream().anyMatch(row -> !row.parameters().containsKey(name));
    }
}
