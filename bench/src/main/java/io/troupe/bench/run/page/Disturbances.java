// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.page;

import io.troupe.bench.report.model.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What came between while single cells were measured: it belongs beside their figures and not above all of them. */
final class Disturbances {
    private static final String WORDS = " was disturbed: ";
    private static final String KIND = "kind";

    private final Map<String, Set<String>> facts = new LinkedHashMap<>();
    private final List<String> marks = new ArrayList<>();

    /**
     * Sorts the marks.
     *
     * @param all as the run noted them, "LABEL was disturbed: FACT: ADVICE" among others
     * @param results whose labels are looked for
     */
    Disturbances(List<String> all, List<Result> results) {
        Set<String> labels = results.stream().flatMap(Disturbances::labels).collect(Collectors.toSet());
        for (String mark : all) {
            int words = mark.indexOf(WORDS);
            String label = words < 0 ? "" : mark.substring(0, words);
            if (labels.contains(label)) {
                String fact = mark.substring(words + WORDS.length()).split(": ", 2)[0];
                facts.computeIfAbsent(label, any -> new LinkedHashSet<>()).add(fact);
            } else {
                marks.add(mark);
            }
        }
        if (!facts.isEmpty()) {
            marks.add(facts.size() + " of " + results.size()
                    + " figures were disturbed while they were measured; † marks them, with"
                    + " what it was below their table.");
        }
    }

    /** What is said above all figures. */
    List<String> marks() {
        return List.copyOf(marks);
    }

    /** What disturbed a figure, in words; empty if nothing did. */
    String of(Result result) {
        return labels(result)
                .flatMap(label -> facts.getOrDefault(label, Set.of()).stream())
                .collect(Collectors.joining("; "));
    }

    /** As the plan may name it: what is a parameter there, the kind of a queue, is the system where queues are compared. */
    private static Stream<String> labels(Result result) {
        String where = result.suite() + "." + result.benchmark();
        Map<String, String> params = new TreeMap<>(result.params());
        String usual = where + "." + result.system() + text(params);
        params.put(KIND, result.system());
        return Stream.of(usual, where + text(params));
    }

    private static String text(Map<String, String> params) {
        return params.entrySet().stream()
                .map(param -> " " + param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining());
    }
}
