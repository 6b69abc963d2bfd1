// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule.protocol;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import java.util.function.BooleanSupplier;

/** Two writers, two replicas, opposite orders. Repaired: the greater number wins, whatever comes last. */
final class CrossOrder {
    private CrossOrder() {}

    /** Keeps one value. */
    public static class Replica extends Actor<Replica> {
        private final int[] values;
        private final int index;
        private final boolean repaired;

        Replica(int[] values, int index, boolean repaired) {
            this.values = values;
            this.index = index;
            this.repaired = repaired;
        }

        public void write(int value) {
            values[index] = repaired ? Math.max(values[index], value) : value;
        }
    }

    /** Writes to both replicas. */
    public static class Writer extends Actor<Writer> {
        private final int value;
        private final Replica first;
        private final Replica second;

        Writer(int value, Replica first, Replica second) {
            this.value = value;
            this.first = first;
            this.second = second;
        }

        public void begin() {
            first.write(value);
            second.write(value);
        }
    }

    static BooleanSupplier start(ActorSystem system, boolean repaired) {
        int[] values = {0, 0};
        Replica c = system.spawn(Replica.class, () -> new Replica(values, 0, repaired));
        Replica d = system.spawn(Replica.class, () -> new Replica(values, 1, repaired));
        system.spawn(Writer.class, () -> new Writer(1, c, d)).begin();
        system.spawn(Writer.class, () -> new Writer(2, d, c)).begin();
        return () -> values[0] == values[1];
    }
}
