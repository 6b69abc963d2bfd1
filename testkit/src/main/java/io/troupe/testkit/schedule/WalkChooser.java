// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Picks any event with the same probability. Time counts as one of them if its timer is near, as less if it is far. */
final class WalkChooser extends Chooser {
    private final Chance chance;

    /** How far a timer must be away to count half as much as another event; nanoseconds. */
    private final double horizon;

    /** What time counts for, beside 1 of each other event, if its timer is due now. */
    private final double mostWeight;

    private Lane[] lanes = new Lane[16];
    private int size;

    WalkChooser(Chance chance, double horizon, double mostWeight) {
        this.chance = chance;
        this.horizon = horizon;
        this.mostWeight = mostWeight;
    }

    @Override
    int size() {
        return size;
    }

    @Override
    void add(Lane lane) {
        if (size == lanes.length) {
            lanes = Arrays.copyOf(lanes, 2 * size);
        }
        lane.position = size;
        lanes[size++] = lane;
    }

    @Override
    void remove(Lane lane) {
        Lane last = lanes[--size];
        lanes[lane.position] = last;
        last.position = lane.position;
        lanes[size] = null;
        lane.position = -1;
    }

    @Override
    Lane pick(@Nullable Lane time, long nanos) {
        if (time != null) {
            double weight = mostWeight * horizon / (horizon + nanos);
            if (chance.unit() * (size + weight) < weight) {
                return time;
            }
        }
        Lane lane = lanes[chance.below(size)];
        remove(lane);
        return lane;
    }
}
