// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Gives each event a random priority and picks the highest; then those that race with it get new ones. Two events race if they
 * have the same target. Source: POS, Yuan, Yang and Gu, CAV 2018.
 */
final class PartialOrderChooser extends HeapChooser {
    /** Of more rivals than that some get new priorities, by chance: a step must stay quick. */
    private static final int MOST = 32;

    private final Chance chance;

    /** Timers that are further away do not fire while anything else is possible; nanoseconds. */
    private final double horizon;

    PartialOrderChooser(Chance chance, double horizon) {
        this.chance = chance;
        this.horizon = horizon;
    }

    @Override
    void add(Lane lane) {
        lane.rank = chance.unit();
        push(lane);
        lane.target.join(lane);
    }

    @Override
    void remove(Lane lane) {
        super.remove(lane);
        lane.target.leave(lane);
    }

    @Override
    Lane pick(@Nullable Lane time, long nanos) {
        Lane first = first();
        if (time != null && nanos <= horizon) {
            time.rank = chance.unit(); // it races with everything
            if (time.rank < first.rank) {
                return time;
            }
        }
        remove(first);
        return first;
    }

    @Override
    void ran(Lane lane) {
        Participant target = lane.target;
        int rivals = target.racing();
        if (rivals <= MOST) {
            for (int i = 0; i < rivals; i++) {
                redraw(target.racing(i));
            }
        } else {
            for (int i = 0; i < MOST; i++) {
                redraw(target.racing(chance.below(rivals)));
            }
        }
    }

    private void redraw(Lane rival) {
        rival.rank = chance.unit();
        moved(rival);
    }
}
