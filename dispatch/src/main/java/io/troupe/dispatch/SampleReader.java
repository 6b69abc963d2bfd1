// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import org.jspecify.annotations.Nullable;

/** Takes what was sampled. Called on the reading thread. */
@FunctionalInterface
interface SampleReader {
    /**
     * One sample.
     *
     * @param first the cell that ran or called
     * @param second the cell that was called; null: first ran
     * @param nanos duration; 0 for a call
     * @param count messages; 0 for a call
     * @param weight how many of its kind it stands for
     */
    void sample(Cell first, @Nullable Cell second, long nanos, int count, int weight);
}
