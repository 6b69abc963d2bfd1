// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.simulate;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.history.CheckOutcome;
import io.troupe.testkit.history.ClientHistory;
import io.troupe.testkit.history.History;
import io.troupe.testkit.history.Linearizability;
import io.troupe.testkit.history.Model;
import io.troupe.testkit.history.Op;
import io.troupe.testkit.schedule.Simulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A register on three replicas, of which one may fail: who writes and who reads waits for two of them. Attiya, Bar-Noy and Dolev,
 * 1995. A read writes what it returns back to a majority before it returns: without that, a later read may find two replicas that
 * know an older value.
 */
public final class Register {
    private static final int REPLICAS = 3;
    private static final int MAJORITY = 2;
    private static final int READS = 4;
    private static final String NAME = "x";

    private Register() {}

    /** Keeps the greatest value: there is one writer, and its values rise. */
    public static class Replica extends Actor<Replica> {
        private int value;

        /** What it knows. */
        public Promise<Integer> read() {
            return Promise.of(value);
        }

        /** Takes a value, unless it knows a newer one. */
        public Promise<Integer> write(int newValue) {
            value = Math.max(value, newValue);
            return Promise.of(value);
        }
    }

    /** Reads and writes at majorities, and notes in the history what it was told. */
    public static class Client extends Actor<Client> {
        private final List<Replica> replicas;
        private final ClientHistory<Op> history;
        private final boolean writesBack;

        /**
         * A client that has not begun.
         *
         * @param writesBack whether reads are repaired
         */
        public Client(List<Replica> replicas, ClientHistory<Op> history, boolean writesBack) {
            this.replicas = replicas;
            this.history = history;
            this.writesBack = writesBack;
        }

        /** Writes one value. */
        public void write(int value) {
            history.invoke(Op.write(NAME, value), op -> majority(replica -> replica.write(value)));
        }

        /** Reads some times, one after the other. */
        public void read(int times) {
            if (times > 0) {
                history.invoke(Op.read(NAME), op -> read()).then(value -> read(times - 1));
            }
        }

        private Promise<Integer> read() {
            Promise<Integer> newest = majority(Replica::read);
            return writesBack
                    ? newest.flatMap(
                            value -> majority(replica -> replica.write(value)).map(known -> value))
                    : newest;
        }

        /** The greatest of the first answers. */
        private Promise<Integer> majority(Function<Replica, Promise<Integer>> ask) {
            CompletablePromise<Integer> greatest = new CompletablePromise<>();
            List<Integer> answers = new ArrayList<>();
            for (Replica replica : replicas) {
                ask.apply(replica).then(answer -> {
                    answers.add(answer);
                    if (answers.size() == MAJORITY) {
                        greatest.complete(Collections.max(answers));
                    }
                });
            }
            return greatest;
        }
    }

    /**
     * One run: a value is written, and read some times meanwhile.
     *
     * @param simulator decides what happens when
     * @param writesBack whether reads are repaired
     * @param history empty; afterwards it has what the clients did
     * @throws AssertionError if no single register could have answered like that
     */
    public static void run(Simulator simulator, boolean writesBack, History<Op> history) {
        ActorSystem system = simulator.system("register");
        List<Replica> replicas = IntStream.rangeClosed(1, REPLICAS)
                .mapToObj(number -> system.spawn(Replica.class, Replica::new, "replica-" + number))
                .toList();
        client(system, "writer", replicas, history, writesBack).write(1);
        client(system, "reader", replicas, history, writesBack).read(READS);
        simulator.runFor(Duration.ofSeconds(1)); // no ask comes to its deadline, whatever its replica is waiting for

        var verdict = Linearizability.check(history, Model.registers(0));
        if (verdict.outcome() != CheckOutcome.OK) {
            throw new AssertionError("reads and writes must be those of one register: " + verdict);
        }
    }

    private static Client client(
            ActorSystem system, String name, List<Replica> replicas, History<Op> history, boolean writesBack) {
        return system.spawn(Client.class, () -> new Client(replicas, history.of(name), writesBack), name);
    }
}
