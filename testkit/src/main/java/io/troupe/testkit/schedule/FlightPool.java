// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import org.jspecify.annotations.Nullable;

/** Flights that are used again. For the thread of the simulation. */
final class FlightPool {
    private static final int MOST_SPARE = 1_024;

    private @Nullable Flight spare;
    private int spares;

    /**
     * A flight that may be one that was released.
     *
     * @param load a message, or something to run
     * @param cause number of the event during which it is made
     */
    Flight take(Object load, EventKind kind, long cause) {
        Flight flight = spare;
        if (flight == null) {
            flight = new Flight();
        } else {
            spare = flight.next;
            spares--;
            flight.next = null;
        }
        flight.load = load;
        flight.kind = kind;
        flight.cause = cause;
        return flight;
    }

    /** Nobody uses a flight any more. */
    void release(Flight flight) {
        flight.load = null;
        flight.sender = null;
        flight.label = "";
        flight.kind = EventKind.ARRIVAL;
        flight.notBefore = 0;
        if (spares < MOST_SPARE) {
            flight.next = spare;
            spare = flight;
            spares++;
        }
    }
}
