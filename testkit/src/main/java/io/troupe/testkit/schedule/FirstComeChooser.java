// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import org.jspecify.annotations.Nullable;

/** Lets events happen in the order in which they became possible, and time pass when nothing else is possible: fair. */
final class FirstComeChooser extends Chooser {
    private @Nullable Lane first;
    private @Nullable Lane last;
    private int size;

    @Override
    int size() {
        return size;
    }

    @Override
    void add(Lane lane) {
        Lane before = last;
        lane.before = before;
        if (before == null) {
            first = lane;
        } else {
            before.behind = lane;
        }
        last = lane;
        size++;
    }

    @Override
    void remove(Lane lane) {
        Lane before = lane.before;
        Lane behind = lane.behind;
        if (before == null) {
            first = behind;
        } else {
            before.behind = behind;
        }
        if (behind == null) {
            last = before;
        } else {
            behind.before = before;
        }
        lane.before = null;
        lane.behind = null;
        size--;
    }

    @Override
    Lane pick(@Nullable Lane time, long nanos) {
        Lane lane = first;
        if (lane == null) {
            throw new IllegalStateException("something must be possible beside time");
        }
        remove(lane);
        return lane;
    }
}
