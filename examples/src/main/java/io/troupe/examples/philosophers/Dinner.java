// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.actor.Spawner;
import io.troupe.examples.philosophers.Philosopher.Habits;
import io.troupe.examples.philosophers.view.Display;
import java.util.ArrayList;
import java.util.List;

/** Brings the actors together. */
public final class Dinner {
    private Dinner() {}

    /**
     * Spawns table, philosophers and reporter; the evening begins at once.
     *
     * @param spawner the system or an actor's context
     * @param count number of philosophers and forks, at least 2
     */
    public static Reporter serve(Spawner spawner, int count, Habits habits, Display display, Reporter.Times times) {
        Table table = spawner.spawn(Table.class, () -> new Table(count), "table");
        List<Philosopher> guests = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int seat = i;
            guests.add(spawner.spawn(Philosopher.class, () -> new Philosopher(seat, table, habits)));
        }
        return spawner.spawn(Reporter.class, () -> new Reporter(table, guests, display, times), "reporter");
    }
}
