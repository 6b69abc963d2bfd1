// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some of the cells that one turn made ready, each as likely as the other: a turn of a hub wakes hundreds, and the ring has
 * room for few. One thread only. Source: reservoir sampling (Vitter, 1985, algorithm R).
 */
final class CallSample {
    private static final int KEPT = 4;

    private final @Nullable Cell[] kept = new Cell[KEPT];
    private final XorShift dice;
    private int seen;

    CallSample(int seed) {
        dice = new XorShift(seed);
    }

    void add(Cell cell) {
        int at = seen++;
        if (at >= KEPT) {
            at = dice.below(seen);
        }
        if (at < KEPT) {
            kept[at] = cell;
        }
    }

    /**
     * Ends the turn.
     *
     * @param calls where the samples go
     * @param caller whose turn it was
     * @param weight turns that this one stands for
     */
    void drainTo(SampleRing calls, Cell caller, int weight) {
        if (seen == 0) {
            return;
        }
        int count = Math.min(seen, KEPT);
        int each = Math.max(1, weight * seen / count);
        for (int i = 0; i < count; i++) {
            Cell cell = kept[i];
            if (cell != null) {
                calls.add(caller, cell, 0, 0, each);
            }
        }
        Arrays.fill(kept, null);
        seen = 0;
    }
}
