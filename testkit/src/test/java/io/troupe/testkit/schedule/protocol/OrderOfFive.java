// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule.protocol;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Five runners of three hops each. Repaired: the finish does not mind the order. */
final class OrderOfFive {
    private static final int RUNNERS = 5;
    private static final int HOPS = 3;
    private static final List<Integer> FATAL = List.of(3, 1, 4, 0, 2);

    private OrderOfFive() {}

    /** Notes who comes when. */
    public static class Finish extends Actor<Finish> {
        private final boolean[] fatal;
        private final boolean repaired;
        private final List<Integer> order = new ArrayList<>();

        Finish(boolean[] fatal, boolean repaired) {
            this.fatal = fatal;
            this.repaired = repaired;
        }

        public void arrive(int runner) {
            order.add(runner);
            if (repaired) {
                order.sort(null);
            }
            fatal[0] |= order.equals(FATAL);
        }
    }

    /** Runs: a message to itself, then one to the finish. */
    public static class Runner extends Actor<Runner> {
        private final Finish finish;
        private final int number;

        Runner(Finish finish, int number) {
            this.finish = finish;
            this.number = number;
        }

        public void run(int hops) {
            if (hops > 1) {
                self().run(hops - 1);
            } else {
                finish.arrive(number);
            }
        }
    }

    static BooleanSupplier start(ActorSystem system, boolean repaired) {
        boolean[] fatal = {false};
        Finish finish = system.spawn(Finish.class, () -> new Finish(fatal, repaired));
        for (int i = 0; i < RUNNERS; i++) {
            int number = i;
            system.spawn(Runner.class, () -> new Runner(finish, number)).run(HOPS - 1);
        }
        return () -> !fatal[0];
    }
}
