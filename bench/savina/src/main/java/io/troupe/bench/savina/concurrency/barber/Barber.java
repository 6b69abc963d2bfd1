// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.barber;

import io.troupe.core.actor.Actor;

/** Cuts, and asks for the next one. */
class Barber extends Actor<Barber> {
    private final Shop shop;

    Barber(Shop shop) {
        this.shop = shop;
    }

    public void serve(Customer customer, int number, WaitingRoom room) {
        customer.start();
        customer.done(shop.haircut(number));
        room.next();
    }
}
