// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether no actor of a system has anything to do: no message, no turn and nothing begun that somebody waits for. Looks at all
 * actors twice: if one that was idle has got a message from one that was not, it is busy at the second look or has delivered one more.
 * For one thread.
 */
final class Quiescence {
    private static final long BUSY = -1;

    private final TopActors top;

    /** The one that was found last, to be looked at first: so most answers cost one look. */
    private @Nullable ActorCell busy;

    /**
     * For the actors of a system.
     *
     * @param top its top actors
     */
    Quiescence(TopActors top) {
        this.top = top;
    }

    /** Whether all are idle just now. What comes from outside of them may change that at once. */
    boolean isReached() {
        ActorCell last = busy;
        if (last != null && isBusy(last)) {
            return false;
        }
        busy = null;
        long first = delivered();
        return first != BUSY && first == delivered();
    }

    /** How many messages have been delivered to all, or that one of them is busy. */
    private long delivered() {
        long sum = 0;
        Deque<ActorCell> cells = new ArrayDeque<>(top.all());
        for (ActorCell cell = cells.poll(); cell != null; cell = cells.poll()) {
            if (isBusy(cell)) {
                busy = cell;
                return BUSY;
            }
            sum += cell.deliveredToThis();
            ActorExtras extras = cell.extrasIfAny();
            if (extras != null) {
                cells.addAll(extras.allChildren());
            }
        }
        return sum;
    }

    private static boolean isBusy(ActorCell cell) {
        return !cell.isClosed() && (!cell.isIdle() || cell.depth(1) > 0 || !cell.hasNothingBegun());
    }
}
