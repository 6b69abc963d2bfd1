// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chameneos;

import io.troupe.core.actor.Actor;
import org.jspecify.annotations.Nullable;

/** Brings the creatures together. */
class Mall extends Actor<Mall> {
    private int left;
    private @Nullable Creature waiting;

    public void open(int meetings) {
        left = meetings;
    }

    public void meet(Creature creature, Colour colour) {
        if (left == 0) {
            creature.closed();
        } else if (waiting == null) {
            waiting = creature;
        } else {
            left--;
            waiting.meet(creature, colour);
            waiting = null;
        }
    }
}
