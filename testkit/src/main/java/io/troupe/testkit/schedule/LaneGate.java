// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks somebody whether single events may happen, and keeps the lanes of those that may not. For the thread of the simulation. */
final class LaneGate {
    /** Lanes whose first event must not happen, in the order in which they were picked. */
    private final List<Lane> shut = new ArrayList<>();

    private @Nullable EventGate decides;
    private boolean removed;

    /** Null: all may happen. */
    void decides(@Nullable EventGate gate) {
        decides = removed ? null : gate;
    }

    /** All may happen from now on. */
    void remove() {
        removed = true;
        decides = null;
    }

    /** Whether anybody decides. */
    boolean isGuarded() {
        return decides != null;
    }

    /** Whether the next event of a lane may happen; if not, the lane is kept. */
    boolean admits(Lane lane, SimEvent next) {
        if (decides == null || decides.mayHappen(next)) {
            return true;
        }
        lane.shut = true;
        shut.add(lane);
        return false;
    }

    void begins(SimEvent event) {
        if (decides != null) {
            decides.begins(event);
        }
    }

    /** Lets go of a lane. */
    void forget(Lane lane) {
        lane.shut = false;
        shut.remove(lane);
    }

    /** Lets go of all lanes, and returns them. */
    List<Lane> takeAll() {
        List<Lane> all = List.copyOf(shut);
        shut.clear();
        all.forEach(lane -> lane.shut = false);
        return all;
    }
}
