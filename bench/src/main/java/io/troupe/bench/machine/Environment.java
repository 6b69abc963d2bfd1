// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where, when and on what figures were made, and what speaks against them. Immutable.
 *
 * @param facts in the order in which they are shown; a value that could not be found is "unknown"
 * @param marks what makes figures of this machine unstable; none on a machine prepared for measurements
 */
public record Environment(Map<String, String> facts, List<Mark> marks) {
    /** Copies both. */
    public Environment {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        marks = List.copyOf(marks);
    }

    /** The marks, a sentence each. */
    public List<String> sentences() {
        return marks.stream().map(Mark::sentence).toList();
    }

    /** A table: one line per fact, then one per mark. */
    public String lines() {
        int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
        StringBuilder lines = new StringBuilder();
        facts.forEach((name, value) -> lines.append(name)
                .append(" ".repeat(width - name.length() + 1))
                .append(value)
                .append(System.lineSeparator()));
        sentences().forEach(sentence -> lines.append("! ").append(sentence).append(System.lineSeparator()));
        return lines.toString();
    }
}
