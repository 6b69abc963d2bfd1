// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.examples.philosophers.Table.Seats;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Philosophers who came together: gets seats for them, and new ones when the table was lost. The table watches this actor to know
 * whether they are still there, and is watched by it, wherever it is.
 */
public class Guests extends Actor<Guests> {
    private static final Duration AGAIN = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final String name;
    private final List<Philosopher> philosophers;
    private final Table table;
    private @Nullable Seats seats;
    private boolean leaving;

    /** Sit down as soon as there is a table. */
    public Guests(String name, List<Philosopher> philosophers, Table table) {
        this.name = name;
        this.philosophers = List.copyOf(philosophers);
        this.table = table;
    }

    @Override
    protected Promise<?> onStart() {
        join();
        return Promise.done();
    }

    private void join() {
        if (!leaving) {
            table.join(name, philosophers.size(), self()).timeout(PATIENCE).onComplete((given, failure) -> {
                if (given == null) {
                    context().after(AGAIN, this::join);
                } else {
                    sit(given);
                }
            });
        }
    }

    private void sit(Seats given) {
        if (leaving) {
            table.leave(given.party());
            return;
        }
        seats = given;
        for (int i = 0; i < philosophers.size(); i++) {
            philosophers.get(i).sit(given.numbers().get(i));
        }
        context().watch(table).then(ended -> lost());
    }

    private void lost() {
        if (leaving) {
            return;
        }
        seats = null;
        philosophers.forEach(Philosopher::rise);
        join();
    }

    /** Fulfilled when the table knows that they leave, or cannot be told. */
    public Promise<Void> leave() {
        leaving = true;
        philosophers.forEach(Philosopher::rise);
        Seats had = seats;
        seats = null;
        return had == null
                ? Promise.done()
                : table.leave(had.party()).timeout(PATIENCE).recover(noTable -> null);
    }
}
