// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.report;

import io.troupe.bench.remoting.measure.Run;
import io.troupe.bench.report.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** All figures, by stack and workload, in the order of the rounds. One thread. */
public final class Results {
    /**
     * One cell of the table.
     *
     * @param stack name of the stack
     * @param load name of the workload
     */
    public record Key(String stack, String load) {}

    private final Map<Key, List<Run>> all = new LinkedHashMap<>();

    /** Makes an empty collection. */
    public Results() {}

    /** Adds the figures of a round. */
    public void add(String stack, String load, Run measured) {
        all.computeIfAbsent(new Key(stack, load), key -> new ArrayList<>()).add(measured);
    }

    /** The figures of all rounds that did not fail. */
    public List<Run> of(String stack, String load) {
        return List.copyOf(all.getOrDefault(new Key(stack, load), List.of()));
    }

    /** Everything there is. */
    public Map<Key, List<Run>> all() {
        return Map.copyOf(all);
    }

    /** The median rate; nothing if all rounds failed. */
    public OptionalDouble rate(String stack, String load) {
        List<Run> rounds = of(stack, load);
        return rounds.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(spread(rounds, Run::perSecond).median());
    }

    /** Sums up one property of several rounds, at least one. */
    static Spread spread(List<Run> rounds, ToDoubleFunction<Run> property) {
        return Spread.of(rounds.stream().mapToDouble(property).toArray());
    }
}
