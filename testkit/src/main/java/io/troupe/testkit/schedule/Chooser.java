// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A strategy at work in one run: it holds the lanes whose first event is possible and picks one of them. Time is offered apart:
 * it is possible as long as a timer waits. For the thread of the simulation.
 */
abstract class Chooser {
    /** How many events are possible beside time. */
    abstract int size();

    /**
     * The first event of a lane has become possible.
     *
     * @param lane which the chooser does not hold
     */
    abstract void add(Lane lane);

    /**
     * The first event of a lane is not possible any more.
     *
     * @param lane which the chooser holds
     */
    abstract void remove(Lane lane);

    /**
     * Picks what happens next and lets go of it. There is something beside time.
     *
     * @param time the lane of time; null if time must not pass now
     * @param nanos from now to the earliest timer; 0 or more
     * @return a lane that is held, or the given one
     */
    abstract Lane pick(@Nullable Lane time, long nanos);

    /** Lets go of all lanes, in the order in which it would pick them if nothing else became possible. */
    List<Lane> drain() {
        List<Lane> all = new ArrayList<>();
        while (size() > 0) {
            all.add(pick(null, 0));
        }
        return all;
    }

    /** An event has happened; its lane is added again later if it holds another one. Time is told of, too. */
    void ran(Lane lane) {}

    /** Events have happened that another chooser has picked. */
    void missed(long events) {}

    /** The strategy's own time, for those that have one. */
    double now() {
        return 0;
    }
}
