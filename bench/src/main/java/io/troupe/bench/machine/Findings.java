// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What has been found so far. One thread. */
final class Findings {
    /** Stands for everything that is missing or unreadable. */
    static final String UNKNOWN = "unknown";

    private final Map<String, String> facts = new LinkedHashMap<>();
    private final List<Mark> marks = new ArrayList<>();

    /** Null is unknown. */
    void fact(String name, @Nullable Object value) {
        facts.put(name, value == null ? UNKNOWN : value.toString());
    }

    void facts(Map<String, String> more) {
        facts.putAll(more);
    }

    void mark(String fact, String advice) {
        marks.add(new Mark(fact, advice));
    }

    void all(Environment found) {
        facts(found.facts());
        marks.addAll(found.marks());
    }

    Environment environment() {
        return new Environment(facts, marks);
    }
}
