// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.results.Result;
import io.troupe.bench.run.plan.Cell;
import io.troupe.bench.run.plan.Part;
import io.troupe.bench.run.plan.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What came between while single figures were measured: it belongs beside them and not above all of them. */
final class Disturbances {
    private static final String WORDS = " was disturbed: ";
    private static final String KIND = "kind";

    private final Map<Result, Set<String>> facts = new LinkedHashMap<>();
    private final List<String> marks = new ArrayList<>();

    /**
     * Sorts the marks.
     *
     * @param all as the run noted them, those of {@link #note} among others
     * @param results that they may be about
     */
    Disturbances(List<String> all, List<Result> results) {
        for (String mark : all) {
            int words = mark.indexOf(WORDS);
            String label = words < 0 ? "" : mark.substring(0, words);
            List<Result> disturbed =
                    results.stream().filter(result -> isAbout(label, result)).toList();
            if (disturbed.isEmpty()) {
                marks.add(mark);
                continue;
            }
            String fact = mark.substring(words + WORDS.length()).split(": ", 2)[0];
            disturbed.forEach(result ->
                    facts.computeIfAbsent(result, any -> new LinkedHashSet<>()).add(fact));
        }
        if (!facts.isEmpty()) {
            marks.add(facts.size() + " of " + results.size()
                    + " figures were disturbed while they were measured; † marks them, with"
                    + " what it was below their table.");
        }
    }

    /**
     * A mark about one step.
     *
     * @param sentence "FACT: ADVICE"
     */
    static String note(Part part, Work work, String sentence) {
        return (work instanceof Cell ? work.label() : part.name() + "/" + work.label()) + WORDS + sentence;
    }

    /** What is said above all figures. */
    List<String> marks() {
        return List.copyOf(marks);
    }

    /** What disturbed a figure, in words; empty if nothing did. */
    String of(Result result) {
        return String.join("; ", facts.getOrDefault(result, Set.of()));
    }

    private static boolean isAbout(String label, Result result) {
        int slash = label.indexOf('/');
        return isCell(label, result)
                || (slash > 0 && isStart(label.substring(0, slash), label.substring(slash + 1), result));
    }

    /** A program measures everything in its raw file, or as the last word of the label says that of one system or dispatcher. */
    private static boolean isStart(String part, String start, Result result) {
        boolean inFile =
                result.sources().stream().anyMatch(source -> source.file().equals(part + ".json"));
        int blank = start.lastIndexOf(' ');
        String system = start.substring(blank + 1);
        return inFile
                && (blank < 0
                        || result.system().equals(system)
                        || system.equals(result.params().get(Result.DISPATCHER)));
    }

    /** As the plan may name it: what is a parameter there, the kind of a queue, is the system where queues are compared. */
    private static boolean isCell(String label, Result result) {
        String where = result.suite() + "." + result.benchmark();
        if (!label.startsWith(where)) {
            return false;
        }
        Map<String, String> params = new TreeMap<>(result.params());
        String usual = where + "." + result.system() + text(params);
        params.put(KIND, result.system());
        return label.equals(usual) || label.equals(where + text(params));
    }

    private static String text(Map<String, String> params) {
        return params.entrySet().stream()
                .map(param -> " " + param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining());
    }
}
