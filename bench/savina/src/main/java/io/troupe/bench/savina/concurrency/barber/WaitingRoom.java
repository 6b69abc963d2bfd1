// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.barber;

import io.troupe.core.actor.Actor;
import java.util.ArrayDeque;
import java.util.Deque;

/** Seats customers, and wakes the barber for the first one. */
class WaitingRoom extends Actor<WaitingRoom> {
    private final Shop shop;
    private final Barber barber;
    private final Deque<Seat> seats = new ArrayDeque<>();
    private boolean barberSleeps = true;

    WaitingRoom(Shop shop, Barber barber) {
        this.shop = shop;
        this.barber = barber;
    }

    public void enter(Customer customer, int number) {
        if (seats.size() == shop.chairs()) {
            customer.full();
            return;
        }
        seats.add(new Seat(customer, number));
        if (barberSleeps) {
            next();
        }
    }

    public void next() {
        Seat seat = seats.poll();
        barberSleeps = seat == null;
        if (seat != null) {
            barber.serve(seat.customer(), seat.number(), self());
        }
    }

    /** A customer who waits. */
    private record Seat(Customer customer, int number) {}
}
