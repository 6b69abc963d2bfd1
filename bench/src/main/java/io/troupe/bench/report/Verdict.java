// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import io.troupe.bench.results.Source;
import io.troupe.bench.targets.Outcome;
import java.util.List;

/**
 * What became of a target.
 *
 * @param workload what it is about, as "ring of 100, per hop"
 * @param target as it was set, as "≤ 30 ns"
 * @param outcome whether it was reached
 * @param words the figure and how far away it is, as "24.5 ns, 0.82 × the target"; or why there is none
 * @param sources where the figures are found; empty if there are none
 */
public record Verdict(String workload, String target, Outcome outcome, String words, List<Source> sources) {
    /** Copies the list. */
    public Verdict {
        sources = List.copyOf(sources);
    }
}
