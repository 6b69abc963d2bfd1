// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import static io.troupe.testkit.ActorAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.history.CheckOutcome;
import io.troupe.testkit.history.ClientHistory;
import io.troupe.testkit.history.History;
import io.troupe.testkit.history.Linearizability;
import io.troupe.testkit.history.Model;
import io.troupe.testkit.history.Op;
import io.troupe.testkit.history.Operation;
import io.troupe.testkit.history.OperationEnd;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records what actors ask of others, and checks it. */
@Timeout(60)
class HistoryOfActorsTest {
    /** A copy of a value; what is written to it goes on to its follower, a message later. */
    public static class Replica extends Actor<Replica> {
        private final @Nullable Replica follower;
        private int value;

        public Replica(@Nullable Replica follower) {
            this.follower = follower;
        }

        public Promise<Void> write(int newValue) {
            value = newValue;
            if (follower != null) {
                self().forward(newValue);
            }
            return Promise.done();
        }

        public void forward(int newValue) {
            Objects.requireNonNull(follower).write(newValue);
        }

        public Promise<Integer> read() {
            return Promise.of(value);
        }
    }

    /** Writes or reads, one operation after the other. */
    public static class Client extends Actor<Client> {
        private final ClientHistory<Op> history;
        private final Replica replica;

        public Client(ClientHistory<Op> history, Replica replica) {
            this.history = history;
            this.replica = replica;
        }

        public void writeAll(int from, int to) {
            history.invoke(Op.write("x", from), op -> replica.write(from)).then(done -> {
                if (from < to) {
                    self().writeAll(from + 1, to);
                }
            });
        }

        public void readMany(int times) {
            history.invoke(Op.read("x"), op -> replica.read()).then(value -> {
                if (times > 1) {
                    self().readMany(times - 1);
                }
            });
        }
    }

    private static History<Op> run(long seed, boolean oneCopy) {
        History<Op> history = new History<>();
        try (TestSystem test = TestSystem.seeded(seed)) {
            Replica follower = test.spawn(Replica.class, () -> new Replica(null));
            Replica leader = test.spawn(Replica.class, () -> new Replica(follower));
            Client writer = test.spawn(Client.class, () -> new Client(history.of("w"), leader));
            Client first = test.spawn(Client.class, () -> new Client(history.of("r1"), leader));
            Client second = test.spawn(Client.class, () -> new Client(history.of("r2"), oneCopy ? leader : follower));
            writer.writeAll(1, 5);
            first.readMany(5);
            second.readMany(5);
            test.runAll();
        }
        assertThat(history.operations()).hasSize(15).allMatch(operation -> operation.end() == OperationEnd.OK);
        return history;
    }

    @Test
    void shouldAcceptOneCopy() {
        for (long seed = 0; seed < 30; seed++) {
            assertThat(run(seed, true)).isLinearizable(Model.registers(0)).isSequentiallyConsistent(Model.registers(0));
        }
    }

    @Test
    void shouldFindThatASecondCopyIsBehind() {
        int violated = 0;
        for (long seed = 0; seed < 30; seed++) {
            History<Op> history = run(seed, false);
            violated += Linearizability.check(history, Model.registers(0)).outcome() == CheckOutcome.VIOLATED ? 1 : 0;
            // Each reader stays with its copy, and each copy gets the writes in order.
            assertThat(history).isSequentiallyConsistent(Model.registers(0));
        }
        assertThat(violated).isPositive();
    }

    @Test
    void shouldLeaveAsksOpenThatTimeOutWhileTheyRun() {
        History<Op> history = new History<>();
        try (TestSystem test = TestSystem.manual().allowPendingWork()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            Duration second = Duration.ofSeconds(1);
            Promise<Integer> running =
                    history.of("a").invoke(Op.read("n"), op -> counter.never().timeout(second));
            Promise<Integer> done = history.of("b").invoke(Op.read("n"), op -> counter.get());
            test.assertThat(done).settles().isFulfilledWith(0);
            test.assertThat(running).settlesWithin(second).isFailed();
            Promise<Integer> queued =
                    history.of("c").invoke(Op.read("n"), op -> counter.get().timeout(Duration.ofNanos(1)));
            test.clock().advance(second);
            test.assertThat(queued).settles().isFailed();
        }
        assertThat(history.operations())
                .extracting(Operation::end)
                .containsExactly(OperationEnd.INFO, OperationEnd.OK, OperationEnd.FAIL);
    }
}
