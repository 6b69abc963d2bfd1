// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.targets;

import io.troupe.bench.results.Result;
import java.util.List;

/**
 * What came of a target in a run.
 *
 * @param target what was demanded
 * @param outcome of the worst cell
 * @param margin of the worst cell: 1 is just enough, 0.5 half as good as demanded; NaN if not measured. A run that may miss a
 *     target by 1.5 × needs 1 / 1.5
 * @param words the figures, or why there are none
 * @param used results that were looked at, ours first, for the way back to the raw files
 */
public record Judgement(Target target, Outcome outcome, double margin, String words, List<Result> used) {
    /** Copies. */
    public Judgement {
        used = List.copyOf(used);
    }

    /**
     * Whether the target is about a benchmark.
     *
     * @param benchmark as "ring.RingBenchmark"
     */
    public boolean isAbout(String benchmark) {
        return Judge.glob(target.benchmark()).test(benchmark);
    }

    /** As "reached, ring of 100, a hop: 24.5 ns (21.6–84.4), wanted at most 30 ns". */
    @Override
    public String toString() {
        return outcome.words() + ", " + target.what() + ": " + words;
    }
}
