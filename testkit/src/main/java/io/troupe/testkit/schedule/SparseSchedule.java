// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is different in a run in which all other events happen when they become possible.
 *
 * @param waits the events that wait, in the order in which they happen
 * @param times how often time passes while something waits
 * @param steps the only faults and operations that are taken; null: all are
 */
record SparseSchedule(List<Wait> waits, long times, @Nullable List<String> steps) {
    SparseSchedule withWaits(List<Wait> others) {
        return new SparseSchedule(others, times, steps);
    }

    SparseSchedule withSteps(@Nullable List<String> others) {
        return new SparseSchedule(waits, times, others);
    }

    List<Departure> departures() {
        return waits.stream().map(Wait::departure).toList();
    }
}
