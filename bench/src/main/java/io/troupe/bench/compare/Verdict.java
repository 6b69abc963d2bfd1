// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

/** What a change is. */
public enum Verdict {
    /** Better by more than noise. Of rates: higher. */
    FASTER,
    /** Worse by more than noise: a regression. Of rates: lower. */
    SLOWER,
    /** No change that matters. */
    SAME,
    /** Too few samples, or too much spread, to tell. */
    UNSURE,
    /** Measured in the new run only. */
    ADDED,
    /** Measured in the old run only. */
    REMOVED
}
