// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import io.troupe.bench.harness.Spread;
import io.troupe.bench.results.Result;
import org.jspecify.annotations.Nullable;

/**
 * One figure in two runs.
 *
 * @param key task and system
 * @param before spread of the forks of the old run; null if added
 * @param after spread of the forks of the new run; null if removed
 * @param times how many times better the new figure is, below 1 worse; NaN if there is only one
 * @param p of the test of the ratio; NaN if one side has less than two forks
 * @param adjusted the same after the correction for all figures that were tested
 * @param verdict what it is
 * @param reason why, in a few words
 */
public record Change(
        Result.Key key,
        @Nullable Spread before,
        @Nullable Spread after,
        double times,
        double p,
        double adjusted,
        Verdict verdict,
        String reason) {}
