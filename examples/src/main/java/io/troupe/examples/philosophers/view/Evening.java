// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.view;

import io.troupe.examples.philosophers.view.Guest.State;
import java.util.IntSummaryStatistics;
import java.util.List;

/**
 * The observations of the reporter.
 *
 * @param nanos since the beginning
 * @param guests by seat
 * @param deadlocks rings of philosophers who wait for each other
 * @param unserved those who were hungry at the end and got no meal within the reporter's patience
 */
public record Evening(long nanos, List<Guest> guests, int deadlocks, int unserved) {
    /** Number of guests in a state. */
    public int count(State state) {
        return (int) guests.stream().filter(guest -> guest.state() == state).count();
    }

    /** Meals of all, and of the one with the least and the most. */
    public IntSummaryStatistics meals() {
        return guests.stream().mapToInt(Guest::meals).summaryStatistics();
    }

    /** Time since the beginning, in seconds. */
    public double seconds() {
        return nanos / 1e9;
    }

    /**
     * The same reading with what came out when all guests had been asked to leave.
     *
     * @param later a reading after that
     */
    public Evening judged(Evening later) {
        int stillHere = later.guests.size() - later.count(State.GONE);
        return new Evening(nanos, guests, later.deadlocks, stillHere);
    }
}
