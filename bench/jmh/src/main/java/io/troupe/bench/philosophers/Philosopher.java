// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.time.Duration;

/** Eats as long as there are meals. What it sends to the table is on its way for a while; it goes on meanwhile. */
public class Philosopher extends Actor<Philosopher> {
    private final Table table;
    private final Guests guests;
    private final int seat;
    private final Duration latency;
    private int meals;

    Philosopher(Table table, Guests guests, int seat, Duration latency) {
        this.table = table;
        this.guests = guests;
        this.seat = seat;
        this.latency = latency;
    }

    /** Hungry: a batch begins, or a meal is over. */
    public void begin() {
        delayed(() -> take(table.take(seat, true)));
    }

    private void take(Promise<Boolean> firstFork) {
        firstFork.then(granted -> {
            if (granted) {
                delayed(() -> table.take(seat, false).then(both -> eat()));
            } else {
                leave();
            }
        });
    }

    private void eat() {
        meals++;
        delayed(() -> table.finish(seat));
        begin();
    }

    private void leave() {
        int eaten = meals;
        meals = 0;
        guests.leave(seat, eaten);
    }

    private void delayed(Runnable access) {
        if (latency.isZero()) {
            access.run();
        } else {
            context().after(latency, access);
        }
    }
}
