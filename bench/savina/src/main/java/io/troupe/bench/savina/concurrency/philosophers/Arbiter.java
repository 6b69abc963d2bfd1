// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.philosophers;

import io.troupe.core.actor.Actor;

/** Gives forks and takes them back. */
class Arbiter extends Actor<Arbiter> {
    private final Forks forks;

    Arbiter(Forks forks) {
        this.forks = forks;
    }

    public void hungry(int seat, Philosopher philosopher) {
        if (forks.take(seat)) {
            philosopher.eat();
        } else {
            philosopher.denied();
        }
    }

    public void done(int seat) {
        forks.putBack(seat);
    }

    public void leave(long meals) {
        forks.leave(meals);
    }
}
