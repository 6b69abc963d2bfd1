// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the page shows.
 *
 * @param title the heading, one line, as "Benchmarks, profile quick"
 * @param marks what makes these figures doubtful, in sentences, as "This machine was not quiet: 12 % of its time was stolen."
 * @param environment where and how it was measured: names and values in the order to be shown
 * @param verdicts what became of the targets that were asked for, in the order of the targets
 * @param sections the suites, in the order to be shown
 */
public record Report(
        String title,
        List<String> marks,
        Map<String, String> environment,
        List<Verdict> verdicts,
        List<Section> sections) {
    /** Copies the collections. */
    public Report {
        marks = List.copyOf(marks);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        verdicts = List.copyOf(verdicts);
        sections = List.copyOf(sections);
    }
}
