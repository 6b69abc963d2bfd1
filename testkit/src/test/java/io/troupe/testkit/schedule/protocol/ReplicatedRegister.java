// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule.protocol;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A register on three replicas, read and written at majorities; Attiya, Bar-Noy and Dolev, 1995. The second read begins when the
 * first has ended, and must not be older. Repaired: a read writes back what it returns, to a majority, before it does.
 */
final class ReplicatedRegister {
    private static final int MAJORITY = 2;

    private ReplicatedRegister() {}

    /** Keeps the greatest value: here values are their own versions. */
    public static class Replica extends Actor<Replica> {
        private int value;

        public Promise<Integer> read() {
            return Promise.of(value);
        }

        public Promise<Void> write(int newValue) {
            value = Math.max(value, newValue);
            return Promise.done();
        }
    }

    /** Writes once. */
    public static class Writer extends Actor<Writer> {
        private final List<Replica> replicas;

        Writer(List<Replica> replicas) {
            this.replicas = replicas;
        }

        public void begin() {
            replicas.forEach(replica -> replica.write(1));
        }
    }

    /** Reads once, then lets the next reader read. */
    public static class Reader extends Actor<Reader> {
        private final List<Replica> replicas;
        private final int[] results;
        private final int index;
        private final @Nullable Reader next;
        private final boolean repaired;
        private int answers;
        private int acknowledged;
        private int greatest;

        Reader(List<Replica> replicas, int[] results, int index, @Nullable Reader next, boolean repaired) {
            this.replicas = replicas;
            this.results = results;
            this.index = index;
            this.next = next;
            this.repaired = repaired;
        }

        public void begin() {
            replicas.forEach(replica -> replica.read().then(this::answered));
        }

        private void answered(int value) {
            if (++answers > MAJORITY) {
                return;
            }
            greatest = Math.max(greatest, value);
            if (answers < MAJORITY) {
                return;
            }
            if (repaired) {
                replicas.forEach(replica -> replica.write(greatest).then(done -> acknowledged()));
            } else {
                end();
            }
        }

        private void acknowledged() {
            if (++acknowledged == MAJORITY) {
                end();
            }
        }

        private void end() {
            results[index] = greatest;
            if (next != null) {
                next.begin();
            }
        }
    }

    static BooleanSupplier start(ActorSystem system, boolean repaired) {
        int[] results = {0, 1};
        List<Replica> replicas = List.of(replica(system), replica(system), replica(system));
        Reader second = system.spawn(Reader.class, () -> new Reader(replicas, results, 1, null, repaired));
        Reader first = system.spawn(Reader.class, () -> new Reader(replicas, results, 0, second, repaired));
        system.spawn(Writer.class, () -> new Writer(replicas)).begin();
        first.begin();
        return () -> results[0] <= results[1];
    }

    private static Replica replica(ActorSystem system) {
        return system.spawn(Replica.class, Replica::new);
    }
}
