// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.barber;

import io.troupe.core.actor.Actor;

/** Wants one haircut per run. */
class Customer extends Actor<Customer> {
    private final int number;
    private final Factory factory;
    private final WaitingRoom room;
    private boolean seated;

    Customer(int number, Factory factory, WaitingRoom room) {
        this.number = number;
        this.factory = factory;
        this.room = room;
    }

    public void go() {
        room.enter(self(), number);
    }

    public void full() {
        factory.returned(self());
    }

    public void start() {
        seated = true;
    }

    public void done(long haircut) {
        factory.served(seated ? haircut : 0); // an end without a start shows in the sum
        seated = false;
    }
}
