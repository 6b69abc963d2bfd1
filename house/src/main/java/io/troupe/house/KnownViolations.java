// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How often which rule is still broken where, as a file that may only shrink: {@code widened.remoting=62}. */
final class KnownViolations {
    private static final String HEADER =
            """
            # How often a rule of shape is broken in a module. Numbers may only become smaller:
            # ".ci/house tighten" writes what is left. The rules are in house/src/main/java/io/troupe/house/Rules.java.
            """;

    private final Map<String, Long> numbers = new TreeMap<>();

    private KnownViolations() {}

    static KnownViolations read(Path file) throws IOException {
        KnownViolations known = new KnownViolations();
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith("#") && !line.isBlank()) {
                String[] parts = line.split("=", 2);
                known.numbers.put(parts[0], Long.valueOf(parts[1]));
            }
        }
        return known;
    }

    static KnownViolations of(List<Rules.Violation> violations) {
        KnownViolations known = new KnownViolations();
        known.numbers.putAll(
                violations.stream().collect(Collectors.groupingBy(Rules.Violation::key, Collectors.counting())));
        return known;
    }

    /** Sentences about rules that are broken more often than this knows; each with all the places. */
    List<String> exceededBy(List<Rules.Violation> violations) {
        List<String> sentences = new ArrayList<>();
        of(violations).numbers.forEach((key, number) -> {
            long most = numbers.getOrDefault(key, 0L);
            if (number > most) {
                String places = violations.stream()
                        .filter(violation -> violation.key().equals(key))
                        .map(Rules.Violation::sentence)
                        .collect(Collectors.joining("\n  "));
                sentences.add(key + " must not grow: known=" + most + ", found=" + number + "\n  " + places);
            }
        });
        return sentences;
    }

    /** The smaller of this and another of each number. */
    KnownViolations tightenedTo(KnownViolations found) {
        KnownViolations result = new KnownViolations();
        numbers.forEach((key, most) -> {
            long left = Math.min(most, found.numbers.getOrDefault(key, 0L));
            if (left > 0) {
                result.numbers.put(key, left);
            }
        });
        return result;
    }

    /** The text of the file. */
    @Override
    public String toString() {
        return HEADER
                + numbers.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                        .collect(Collectors.joining());
    }
}
