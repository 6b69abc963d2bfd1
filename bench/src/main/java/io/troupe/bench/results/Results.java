// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one run gave. Immutable.
 *
 * @param environment facts about machine and software, in the order in which they are shown
 * @param results in the order of the raw files
 * @param controls the second halves of A/A runs: measured again under the same keys, only to estimate the noise
 * @param marks why figures may not be trusted, and what is missing, in words
 */
public record Results(
        Map<String, String> environment, List<Result> results, List<Result> controls, List<String> marks) {
    /** The fact that names options of the measured virtual machines. */
    public static final String OPTIONS = "jvmOptions";

    private static final String SEPARATOR = " | ";

    /** Facts of the moment, which differ between the raw files of a run by their nature. */
    private static final Set<String> MOMENT = Set.of(
            "date",
            "loadAverage",
            "memoryAvailable",
            "contextSwitches",
            "pressure",
            "stealSinceStart",
            "cgroupThrottled");

    /** Nothing. */
    public static final Results NONE = new Results(Map.of(), List.of(), List.of(), List.of());

    /** Copies. */
    public Results {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        results = List.copyOf(results);
        controls = List.copyOf(controls);
        marks = List.copyOf(marks);
    }

    /** Results of a run without A/A controls. */
    public static Results of(Map<String, String> environment, List<Result> results, List<String> marks) {
        return new Results(environment, results, List.of(), marks);
    }

    /** The same with other facts. */
    public Results withEnvironment(Map<String, String> facts) {
        return new Results(facts, results, controls, marks);
    }

    /** The same results as controls of an A/A run and not as results. */
    public Results asControls() {
        List<Result> all = new ArrayList<>(controls);
        all.addAll(results);
        return new Results(environment, List.of(), all, marks);
    }

    /**
     * These and others. A fact that both have with different values keeps the first, and a mark names the other, unless it is one
     * of the moment, as the date. Results of the same key become one with the forks of both.
     */
    public Results and(Results more) {
        Map<String, String> facts = new LinkedHashMap<>(environment);
        Set<String> words = new LinkedHashSet<>(marks);
        words.addAll(more.marks);
        more.environment.forEach((name, value) -> {
            String before = facts.putIfAbsent(name, value);
            if (name.equals(OPTIONS)) {
                facts.put(name, options(before, value));
            } else if (before != null && !before.equals(value) && !isOfTheMoment(name)) {
                words.add(name + " differs between raw files: " + before + " and " + value);
            }
        });
        List<Result> both = new ArrayList<>(results);
        both.addAll(more.results);
        List<Result> checks = new ArrayList<>(controls);
        checks.addAll(more.controls);
        return new Results(facts, joined(both), checks, List.copyOf(words));
    }

    /** Each suite has its own options of virtual machines: all of them, in their order. */
    static String options(@Nullable String before, String value) {
        Set<String> all = new LinkedHashSet<>();
        for (String part : ((before == null ? "" : before) + SEPARATOR + value).split(Pattern.quote(SEPARATOR), -1)) {
            if (!part.isBlank()) {
                all.add(part);
            }
        }
        return String.join(SEPARATOR, all);
    }

    /** Whether a fact of this name describes the moment and not the machine, so that it differs wherever it is taken again. */
    public static boolean isOfTheMoment(String name) {
        return MOMENT.contains(name);
    }

    /** The cells, in order. */
    public List<Result.Cell> cells() {
        return results.stream().map(Result::cell).distinct().toList();
    }

    /** The names of the suites, in order. */
    public List<String> suites() {
        return results.stream().map(Result::suite).distinct().toList();
    }

    /** All systems of a cell. */
    public List<Result> of(Result.Cell cell) {
        return results.stream().filter(result -> result.cell().equals(cell)).toList();
    }

    /** By task and system, in order. */
    public Map<Result.Key, Result> byKey() {
        Map<Result.Key, Result> map = new LinkedHashMap<>();
        results.forEach(result -> map.putIfAbsent(result.key(), result));
        return map;
    }

    private static List<Result> joined(List<Result> all) {
        Map<Result.Key, Result> map = new LinkedHashMap<>();
        all.forEach(result -> map.merge(result.key(), result, Results::join));
        return new ArrayList<>(map.values());
    }

    private static Result join(Result one, Result other) {
        Map<String, Metric> secondary = new LinkedHashMap<>();
        one.secondary().forEach(metric -> secondary.put(metric.name() + " " + metric.unit(), metric));
        other.secondary()
                .forEach(metric -> secondary.merge(metric.name() + " " + metric.unit(), metric, Results::join));
        Set<Source> sources = new LinkedHashSet<>(one.sources());
        sources.addAll(other.sources());
        return new Result(
                one.suite(),
                one.benchmark(),
                one.system(),
                one.params(),
                join(one.metric(), other.metric()),
                List.copyOf(secondary.values()),
                List.copyOf(sources));
    }

    private static Metric join(Metric one, Metric other) {
        return new Metric(one.name(), one.unit(), one.better(), one.samples().and(other.samples()));
    }
}
