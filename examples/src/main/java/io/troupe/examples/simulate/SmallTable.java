// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.simulate;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.examples.philosophers.Delay;
import io.troupe.examples.philosophers.Hand;
import io.troupe.examples.philosophers.Philosopher;
import io.troupe.examples.philosophers.Philosopher.Habits;
import io.troupe.examples.philosophers.Table;
import io.troupe.testkit.schedule.Simulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Three philosophers of {@code troupe philosophers} at their table for a while; then they leave, and each must be able to eat
 * before. In the wrong variant all take the left fork first, so that sometimes each waits for the next.
 */
public final class SmallTable {
    private static final int SEATS = 3;
    private static final Duration EVENING = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration FOREVER = Duration.ofDays(36_500);
    private static final Duration THINKING = Duration.ofMillis(10);
    private static final Duration EATING = Duration.ofMillis(5);

    private SmallTable() {}

    /** A philosopher without a thought for the others: takes the left fork first, wherever it sits. */
    public static class LeftHanded extends Actor<LeftHanded> {
        private final Table table;
        private final int seat;

        /** One who starts to think. */
        public LeftHanded(Table table, int seat) {
            this.table = table;
            this.seat = seat;
        }

        @Override
        protected Promise<?> onStart() {
            think();
            return Promise.done();
        }

        private void think() {
            context().after(thinking(seat), this::hunger);
        }

        private void hunger() {
            table.take(seat, Hand.LEFT)
                    .flatMap(left -> table.take(seat, Hand.RIGHT))
                    .then(both -> context().after(EATING, this::finish));
        }

        private void finish() {
            table.finish(seat);
            think();
        }
    }

    /**
     * One evening.
     *
     * @param simulator decides what happens when
     * @param leftHanded the wrong variant
     * @throws AssertionError if philosophers wait for each other in a ring, or one cannot eat
     */
    public static void run(Simulator simulator, boolean leftHanded) {
        ActorSystem system = simulator.system("dinner", settings -> settings.askTimeout(FOREVER));
        Table table = system.spawn(Table.class, () -> new Table(SEATS), "table");
        List<Philosopher> guests = new ArrayList<>();
        if (leftHanded) {
            IntStream.range(0, SEATS)
                    .forEach(seat ->
                            system.spawn(LeftHanded.class, () -> new LeftHanded(table, seat), "philosopher-" + seat));
        } else {
            IntStream.range(0, SEATS)
                    .mapToObj(seat -> {
                        Habits habits = new Habits(exactly(thinking(seat)), exactly(EATING));
                        return system.spawn(
                                Philosopher.class, () -> new Philosopher(seat, table, habits), "philosopher-" + seat);
                    })
                    .forEach(guests::add);
        }
        simulator.runFor(EVENING);

        int rings = Results.of(simulator, table.deadlocks());
        if (rings > 0) {
            throw new AssertionError("philosophers must not wait for each other in a ring: rings=" + rings);
        }
        simulator.fair(true); // from now on everybody must get on
        Promise<?> left = Promise.all(guests.stream().map(Philosopher::leave).toList());
        if (!simulator.until(left::isSettled, PATIENCE)) {
            throw new AssertionError("a hungry philosopher must be able to eat: patience=" + PATIENCE);
        }
    }

    /** Each thinks for a time of its own: only unlucky schedules bring all of them to the table at once. */
    private static Duration thinking(int seat) {
        return THINKING.multipliedBy(seat + 1);
    }

    private static Delay exactly(Duration time) {
        return new Delay(time.toMillisPart(), time.toMillisPart());
    }
}
