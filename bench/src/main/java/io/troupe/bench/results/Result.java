// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One system in one cell.
 *
 * @param suite group of benchmarks, as "tell"
 * @param benchmark as "TellBenchmark", or the workload of a driver
 * @param system what was measured, as "pekko"
 * @param params settings by name, sorted; "dispatcher" belongs to the system, all others to the cell
 * @param metric the figure that counts
 * @param secondary figures beside it
 * @param sources where it can be looked up; several if forks were run in turns, one file each
 */
public record Result(
        String suite,
        String benchmark,
        String system,
        Map<String, String> params,
        Metric metric,
        List<Metric> secondary,
        List<Source> sources) {
    /** The one parameter that chooses a variant of the system and not a size of the task. */
    public static final String DISPATCHER = "dispatcher";

    /** Copies and sorts. */
    public Result {
        params = Collections.unmodifiableMap(new TreeMap<>(params));
        secondary = List.copyOf(secondary);
        sources = List.copyOf(sources);
    }

    /**
     * What systems are compared in.
     *
     * @param suite as in the result
     * @param benchmark as in the result
     * @param params without the dispatcher
     * @param unit of the figure
     */
    public record Cell(String suite, String benchmark, Map<String, String> params, String unit) {
        /** As "ring.RingBenchmark size=100". */
        @Override
        public String toString() {
            return suite + "." + benchmark + text(params, " ");
        }
    }

    /**
     * What is compared between two runs.
     *
     * @param cell the task
     * @param label the system with its variant
     */
    public record Key(Cell cell, String label) {
        /** As "ring.RingBenchmark size=100: troupe dispatcher=stealing". */
        @Override
        public String toString() {
            return cell + ": " + label;
        }
    }

    /** The task. */
    public Cell cell() {
        Map<String, String> sizes = new TreeMap<>(params);
        sizes.remove(DISPATCHER);
        return new Cell(suite, benchmark, Collections.unmodifiableMap(sizes), metric.unit());
    }

    /** Task and system, for comparisons between runs. */
    public Key key() {
        return new Key(cell(), label());
    }

    /** The system with its dispatcher, as "troupe dispatcher=stealing". */
    public String label() {
        String dispatcher = params.get(DISPATCHER);
        return dispatcher == null ? system : system + " " + DISPATCHER + "=" + dispatcher;
    }

    /** What the system is in comparisons. */
    public Role role() {
        return Role.of(suite, system);
    }

    /** Unit of the figure. */
    public String unit() {
        return metric.unit();
    }

    /** Which direction of the figure is good. */
    public Better better() {
        return metric.better();
    }

    /** The figures by fork and iteration. */
    public Samples samples() {
        return metric.samples();
    }

    /** The median of the forks. */
    public double median() {
        return metric.samples().median();
    }

    /** The main metric under its name, or one beside it. */
    public Optional<Metric> metric(String name) {
        if (metric.name().equals(name)) {
            return Optional.of(metric);
        }
        return secondary.stream().filter(other -> other.name().equals(name)).findFirst();
    }

    private static String text(Map<String, String> params, String before) {
        return params.entrySet().stream()
                .map(param -> before + param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining());
    }
}
