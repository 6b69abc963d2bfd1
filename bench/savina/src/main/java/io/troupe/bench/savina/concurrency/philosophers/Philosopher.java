// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.philosophers;

import io.troupe.core.actor.Actor;

/** Eats so many times, and leaves. */
class Philosopher extends Actor<Philosopher> {
    private final Arbiter arbiter;
    private final int seat;
    private final int rounds;
    private int meals;

    Philosopher(Arbiter arbiter, int seat, int rounds) {
        this.arbiter = arbiter;
        this.seat = seat;
        this.rounds = rounds;
    }

    public void begin() {
        meals = 0;
        arbiter.hungry(seat, self());
    }

    public void denied() {
        arbiter.hungry(seat, self());
    }

    public void eat() {
        meals++;
        arbiter.done(seat);
        if (meals < rounds) {
            arbiter.hungry(seat, self());
        } else {
            arbiter.leave(meals);
        }
    }
}
