// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import java.util.List;

/**
 * All changes between two runs.
 *
 * @param rule how they were judged
 * @param noise of the A/A parts of both runs
 * @param changes in the order of the old run, then those added
 * @param differences facts of the environment that both runs have with different values, in words
 */
public record Comparison(Compare rule, Noise noise, List<Change> changes, List<String> differences) {
    /** Copies. */
    public Comparison {
        changes = List.copyOf(changes);
        differences = List.copyOf(differences);
    }

    /** Those of this kind. */
    public List<Change> of(Verdict verdict) {
        return changes.stream().filter(change -> change.verdict() == verdict).toList();
    }

    /** 1 if anything became worse by more than noise, otherwise 0. */
    public int exitCode() {
        return of(Verdict.SLOWER).isEmpty() ? 0 : 1;
    }
}
