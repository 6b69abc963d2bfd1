// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.report;

import io.troupe.bench.report.Spread;
import io.troupe.bench.sp.measure.Outcome;
import io.troupe.bench.sp.stack.Kind;
import io.troupe.bench.sp.stack.SpStack;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** All figures, by stack and cell, in the order of the rounds. One thread. */
public final class SpResults {
    /**
     * One figure of a table, of all rounds.
     *
     * @param stack name of the stack
     * @param cell label of the cell
     */
    public record Key(String stack, String cell) {}

    /**
     * A row of the tables.
     *
     * @param stack which was asked for
     * @param missing why it could not run, or empty
     */
    public record Row(SpStack stack, String missing) {}

    private final List<Row> rows = new ArrayList<>();
    private final Map<Key, List<Outcome>> all = new LinkedHashMap<>();
    private final Set<Key> notOffered = new HashSet<>();

    /** Makes an empty collection. */
    public SpResults() {}

    /** Adds a stack, with what is missing for it, or "". */
    public void stack(SpStack stack, String missing) {
        rows.add(new Row(stack, missing));
    }

    /** Adds the figures of a round. */
    public void add(SpStack stack, String cell, Outcome outcome) {
        all.computeIfAbsent(new Key(stack.name(), cell), key -> new ArrayList<>())
                .add(outcome);
    }

    /** Notes that a stack cannot do this. */
    public void notOffered(SpStack stack, String cell) {
        notOffered.add(new Key(stack.name(), cell));
    }

    /** All stacks, in order. */
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** All figures, in order. */
    public Map<Key, List<Outcome>> all() {
        return new LinkedHashMap<>(all);
    }

    /** The figures of all rounds that did not fail. */
    List<Outcome> of(String stack, String cell) {
        return List.copyOf(all.getOrDefault(new Key(stack, cell), List.of()));
    }

    boolean offered(String stack, String cell) {
        return !notOffered.contains(new Key(stack, cell));
    }

    /** The median of a property; nothing without figures. */
    OptionalDouble median(String stack, String cell, ToDoubleFunction<Outcome> property) {
        List<Outcome> rounds = of(stack, cell);
        return rounds.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(spread(rounds, property).median());
    }

    /** The best median of the stacks of one kind, where more is better. */
    OptionalDouble best(String cell, Predicate<Kind> kinds, ToDoubleFunction<Outcome> property) {
        return rows.stream()
                .filter(row -> kinds.test(row.stack().kind()))
                .map(row -> median(row.stack().name(), cell, property))
                .flatMapToDouble(OptionalDouble::stream)
                .max();
    }

    static Spread spread(List<Outcome> rounds, ToDoubleFunction<Outcome> property) {
        return Spread.of(rounds.stream().mapToDouble(property).toArray());
    }
}
