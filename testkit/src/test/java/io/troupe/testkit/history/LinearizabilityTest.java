// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinearizabilityTest {
    private final History<Op> history = new History<>();

    private Invocation<Op> begin(String client, Op op) {
        return history.of(client).invoke(op);
    }

    private void done(String client, Op op, @Nullable Object result) {
        begin(client, op).ok(result);
    }

    private OrderReport<Op> check(Model<?, Op, Object> model) {
        return Linearizability.check(history, model);
    }

    private void isOk(Model<?, Op, Object> model) {
        HistoryAssert.assertThat(history).isLinearizable(model);
    }

    private void isViolated(Model<?, Op, Object> model) {
        assertThat(check(model).outcome()).isEqualTo(CheckOutcome.VIOLATED);
    }

    @Test
    void shouldAcceptAnEmptyHistory() {
        isOk(Model.registers());
    }

    @Test
    void shouldRejectAStaleRead() {
        done("a", Op.write("x", 1), null);
        done("a", Op.write("x", 2), null);
        done("b", Op.read("x"), 1);
        isViolated(Model.registers());
    }

    @Test
    void shouldAcceptEitherValueDuringAWrite() {
        done("a", Op.write("x", 1), null);
        Invocation<Op> write = begin("a", Op.write("x", 2));
        done("b", Op.read("x"), 1);
        done("c", Op.read("x"), 2);
        write.ok(null);
        isOk(Model.registers());
    }

    /** What a majority register does whose readers do not write back what they have read. */
    @Test
    void shouldRejectANewValueFollowedByAnOldOne() {
        done("a", Op.write("x", 1), null);
        Invocation<Op> write = begin("a", Op.write("x", 2));
        done("b", Op.read("x"), 2);
        done("c", Op.read("x"), 1);
        write.ok(null);
        isViolated(Model.registers());
    }

    @Test
    void shouldRejectALostUpdate() {
        Invocation<Op> first = begin("a", Op.compareAndSet("x", 0, 1));
        Invocation<Op> second = begin("b", Op.compareAndSet("x", 0, 2));
        first.ok(true);
        second.ok(true);
        isViolated(Model.registers(0));
    }

    @Test
    void shouldAcceptThatOneOfTwoUpdatesIsRefused() {
        Invocation<Op> first = begin("a", Op.compareAndSet("x", 0, 1));
        Invocation<Op> second = begin("b", Op.compareAndSet("x", 0, 2));
        first.ok(false);
        second.ok(true);
        done("a", Op.read("x"), 2L); // whole numbers are compared by their amount
        isOk(Model.registers(0));
    }

    @Test
    void shouldLetAWriteOfUnknownOutcomeHappenLateOrNever() {
        begin("a", Op.write("x", 1)).info();
        done("b", Op.read("x"), null);
        done("b", Op.write("x", 2), null);
        done("b", Op.read("x"), 2);
        isOk(Model.registers());
        done("b", Op.read("x"), 1);
        isOk(Model.registers());
        done("b", Op.read("x"), 2);
        isViolated(Model.registers());
    }

    @Test
    void shouldNotLetAWriteOfUnknownOutcomeHappenBeforeItBegan() {
        done("b", Op.read("x"), 1);
        begin("a", Op.write("x", 1)).info();
        isViolated(Model.registers());
    }

    @Test
    void shouldRejectTheValueOfAFailedWrite() {
        begin("a", Op.write("x", 1)).fail();
        done("b", Op.read("x"), 1);
        isViolated(Model.registers());
    }

    /** Herlihy and Wing (1990), figure 1: the queues H1 to H4. */
    @Test
    void shouldDecideTheQueuesOfHerlihyAndWing() {
        // H1: Enq(x) by A and Enq(y) by B overlap, B takes x, A takes y, B enqueues z.
        Invocation<Op> x = begin("A", Op.enqueue("q", "x"));
        Invocation<Op> y = begin("B", Op.enqueue("q", "y"));
        y.ok(null);
        x.ok(null);
        done("B", Op.dequeue("q"), "x");
        done("A", Op.dequeue("q"), "y");
        begin("B", Op.enqueue("q", "z"));
        isOk(Model.queues());
    }

    @Test
    void shouldRejectAQueueThatIsNotFirstInFirstOut() {
        done("A", Op.enqueue("q", "x"), null); // H2: x is in before y, and y comes out first
        done("B", Op.enqueue("q", "y"), null);
        done("B", Op.dequeue("q"), "y");
        isViolated(Model.queues());
    }

    @Test
    void shouldAcceptAnElementThatIsTakenBeforeItsEnqueueReturns() {
        Invocation<Op> x = begin("A", Op.enqueue("q", "x")); // H3
        done("B", Op.dequeue("q"), "x");
        x.ok(null);
        isOk(Model.queues());
    }

    @Test
    void shouldRejectAnElementThatIsTakenTwice() {
        Invocation<Op> x = begin("A", Op.enqueue("q", "x")); // H4
        Invocation<Op> y = begin("B", Op.enqueue("q", "y"));
        x.ok(null);
        y.ok(null);
        done("A", Op.dequeue("q"), "y");
        done("C", Op.dequeue("q"), "y");
        isViolated(Model.queues());
    }

    @Test
    void shouldDecideWhetherAQueueMayBeEmpty() {
        Invocation<Op> x = begin("A", Op.enqueue("q", "x"));
        done("B", Op.dequeue("q"), null);
        x.ok(null);
        isOk(Model.queues());
        done("B", Op.dequeue("q"), null);
        isViolated(Model.queues());
    }

    @Test
    void shouldRejectALockWithTwoOwners() {
        done("a", Op.acquire("l", "a"), true);
        done("b", Op.acquire("l", "b"), false);
        done("a", Op.release("l", "a"), null);
        done("b", Op.acquire("l", "b"), null);
        isOk(Model.locks());
        done("a", Op.acquire("l", "a"), null);
        isViolated(Model.locks());
    }

    /** A lease that has run out: the old owner gives back what the new one has. */
    @Test
    void shouldRejectARelaseByAnotherOwner() {
        done("a", Op.acquire("l", "a"), true);
        done("b", Op.release("l", "b"), false);
        isOk(Model.locks());
        done("b", Op.release("l", "b"), true);
        isViolated(Model.locks());
    }

    @Test
    void shouldDecideWhatASetContains() {
        done("a", Op.add("s", 1), true);
        done("a", Op.add("s", 1), false);
        done("a", Op.add("s", null), null);
        done("b", Op.contains("s", 1), true);
        done("b", Op.read("s"), Arrays.asList(null, 1L));
        done("b", Op.remove("s", 1), true);
        isOk(Model.sets());
        done("b", Op.read("s"), Arrays.asList(null, 1L));
        isViolated(Model.sets());
    }

    @Test
    void shouldRejectALostIncrement() {
        Invocation<Op> first = begin("a", Op.increment("n", 1));
        done("b", Op.increment("n", 2), null);
        first.ok(3);
        done("b", Op.read("n"), 3);
        isOk(Model.counters());
        done("a", Op.increment("n", 1), 3);
        isViolated(Model.counters());
    }

    @Test
    void shouldCheckEachObjectAlone() {
        for (int i = 0; i < 20; i++) {
            done("a", Op.write("good", i), null);
            done("b", Op.read("good"), i);
        }
        done("a", Op.write("bad", 1), null);
        done("b", Op.read("bad"), null);
        OrderReport<Op> report = check(Model.registers());
        assertThat(report.outcome()).isEqualTo(CheckOutcome.VIOLATED);
        assertThat(report.key()).isEqualTo("bad");
        assertThat(report.total()).isEqualTo(2);
    }

    @Test
    void shouldTakeModelsOfUsers() {
        // Tickets: each has a number of its own, in order.
        Model<Integer, String, Integer> tickets = new Model<>() {
            @Override
            public Integer initial() {
                return 1;
            }

            @Override
            public @Nullable Integer step(Integer state, String call, Response<? extends Integer> response) {
                return response.allows(state) ? Integer.valueOf(state + 1) : null;
            }
        };
        History<String> drawn = new History<>();
        drawn.of("a").invoke("draw").ok(1);
        drawn.of("b").invoke("draw").ok(2);
        HistoryAssert.assertThat(drawn).isLinearizable(tickets);
        drawn.of("b").invoke("draw").info();
        drawn.of("c").invoke("draw").ok(4);
        HistoryAssert.assertThat(drawn).isLinearizable(tickets);
        drawn.of("c").invoke("draw").ok(4);
        assertThat(Linearizability.check(drawn, tickets).outcome()).isEqualTo(CheckOutcome.VIOLATED);
    }

    @Test
    void shouldShowTheLongestPrefixAndWhatConflicts() {
        done("a", Op.write("x", 1), null);
        Invocation<Op> write = begin("a", Op.write("x", 2));
        done("b", Op.read("x"), 2);
        done("c", Op.read("x"), 1);
        write.ok(null);
        OrderReport<Op> report = check(Model.registers());
        assertThat(report.prefix()).hasToString("[a: write x 1 → ok, a: write x 2 → ok, b: read x → 2]");
        assertThat(report.conflicts()).hasToString("[c: read x → 1]");
        assertThatThrownBy(() -> HistoryAssert.assertThat(history).isLinearizable(Model.registers()))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        """
                        the history is not linearizable: key=x, operations=4, ordered=3, steps=%s
                        of two values one must be written, and read for the last time, before the other: values=1 and 2
                        longest linearizable prefix:
                          1. a: write x 1 → ok   then 1
                          2. a: write x 2 → ok   then 2
                          3. b: read x → 2   then 2
                        none of these can come next:
                          c: read x → 1   at 2
                          a ├─┤              write x 1 → ok
                          a     ├─────────┤  write x 2 → ok
                          b       ├─┤        read x → 2
                        ! c           ├─┤    read x → 1
                        """,
                        report.steps());
    }

    /**
     * Twenty-four writes at a time, two of them of one value, so that no rule decides, and a value that nobody has written: all
     * their 2²⁴ subsets would have to be looked at.
     */
    private void addWhatTakesTooLong() {
        List<Invocation<Op>> writes = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            writes.add(begin("c" + i, Op.write("x", i % 23)));
        }
        writes.forEach(write -> write.ok(null));
        done("r", Op.read("x"), 99);
    }

    @Test
    void shouldGiveUpAfterSoManySteps() {
        addWhatTakesTooLong();
        SearchLimits limits = SearchLimits.standard().withSteps(20_000);
        OrderReport<Op> report = Linearizability.check(history.operations(), Model.registers(), limits);
        assertThat(report.outcome()).isEqualTo(CheckOutcome.UNKNOWN);
        assertThat(report.steps()).isEqualTo(20_000);
        assertThat(report.limit()).isEqualTo("steps=20000");
        assertThat(report.conflicts()).isEmpty();
        assertThatThrownBy(
                        () -> HistoryAssert.assertThat(history).within(limits).isLinearizable(Model.registers()))
                .hasMessageStartingWith("it is not known whether the history is linearizable, the search gave up: "
                        + "steps=20000, key=x, operations=25, ordered=24");
    }

    @Test
    void shouldGiveUpWhenItsMemoryIsFull() {
        addWhatTakesTooLong();
        SearchLimits limits = SearchLimits.standard().withSteps(10_000_000).withBytes(1_000_000);
        OrderReport<Op> report = Linearizability.check(history.operations(), Model.registers(), limits);
        assertThat(report.outcome()).isEqualTo(CheckOutcome.UNKNOWN);
        assertThat(report.limit()).isEqualTo("bytes=1000000");
        assertThat(report.steps()).isLessThan(1_000_000);
    }

    @Test
    void shouldGiveUpWhenItsTimeIsOver() {
        addWhatTakesTooLong();
        SearchLimits limits =
                SearchLimits.standard().withTime(Duration.ofMillis(5)).withSteps(50_000_000);
        OrderReport<Op> report = Linearizability.check(history.operations(), Model.registers(), limits);
        assertThat(report.outcome()).isEqualTo(CheckOutcome.UNKNOWN);
        assertThat(report.limit()).isEqualTo("time=PT0.005S");
    }

    @Test
    void shouldNotPassAnObjectThatTakesTooLongBesideOthersThatAreRight() {
        done("a", Op.write("w", 1), null);
        addWhatTakesTooLong();
        for (int i = 0; i < 30; i++) {
            done("a", Op.write("y", i), null);
        }
        OrderReport<Op> report = Linearizability.check(
                history.operations(), Model.registers(), SearchLimits.standard().withSteps(10_000));
        assertThat(report.outcome()).isEqualTo(CheckOutcome.UNKNOWN);
        assertThat(report.key()).isEqualTo("x");
        assertThat(report.steps()).isLessThan(10_000); // what is left belongs to the others
    }

    @Test
    void shouldFindAViolationBesideAnObjectThatTakesTooLong() {
        addWhatTakesTooLong();
        for (int i = 0; i < 30; i++) {
            done("a", Op.write("y", i), null); // more operations than x has, so that it comes after x
        }
        done("a", Op.read("y"), 1);
        OrderReport<Op> report = Linearizability.check(
                history.operations(), Model.registers(), SearchLimits.standard().withSteps(10_000));
        assertThat(report.outcome()).isEqualTo(CheckOutcome.VIOLATED);
        assertThat(report.key()).isEqualTo("y");
    }

    @Test
    void shouldNeedFewStepsForWritesOfUnknownOutcome() {
        for (int i = 0; i < 40; i++) {
            begin("c" + i, Op.write("x", i)).info(); // would be 2⁴⁰ if each of them could have happened anywhere
            done("r", Op.write("x", 100 + i), null);
            done("r", Op.read("x"), i % 3 == 0 ? i : 100 + i);
        }
        assertThat(check(Model.registers()).steps()).isLessThan(50_000);
        isOk(Model.registers());
        done("r", Op.read("x"), 0);
        OrderReport<Op> report = check(Model.registers()); // 0 has been used, and overwritten for good
        assertThat(report.outcome()).isEqualTo(CheckOutcome.VIOLATED);
        assertThat(report.steps()).isLessThan(50_000);
    }

    /** Twelve writes have 479,001,600 orders, but only 4096 subsets. */
    @Test
    void shouldNotSearchTwiceFromTheSameConfiguration() {
        List<Invocation<Op>> writes = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            writes.add(begin("c" + i, Op.write("x", i)));
        }
        writes.forEach(write -> write.ok(null));
        done("r", Op.read("x"), 99);
        OrderReport<Op> report = Linearizability.check(
                history.operations(), Model.registers(), SearchLimits.standard().withSteps(400_000));
        assertThat(report.outcome()).isEqualTo(CheckOutcome.VIOLATED);
    }

    /** In order of beginning, most of these need more than a million steps. */
    @Test
    void shouldNeedFewStepsForQueues() {
        for (int seed = 0; seed < 10; seed++) {
            int[] elements = {0};
            SampleHistories.Family queues = SampleHistories.queues();
            List<Operation<Op>> operations = SampleHistories.run(
                            new Random(seed),
                            10,
                            100,
                            0,
                            random -> random.nextBoolean() ? Op.enqueue("q", elements[0]++) : Op.dequeue("q"),
                            queues.behaviour(),
                            1)
                    .operations();
            assertThat(Linearizability.check(
                                    operations,
                                    Model.queues(),
                                    SearchLimits.standard().withSteps(20_000))
                            .outcome())
                    .as("seed=%s", seed)
                    .isEqualTo(CheckOutcome.OK);
        }
    }

    @Test
    void shouldRefuseLimitsThatAreNotPositive() {
        assertThatThrownBy(() -> SearchLimits.standard().withSteps(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("steps=0");
        assertThatThrownBy(() -> SearchLimits.standard().withTime(Duration.ZERO))
                .hasMessage("a limit must be more than zero: time=PT0S");
        assertThatThrownBy(() -> SearchLimits.standard().withBytes(-1)).hasMessageContaining("bytes=-1");
    }

    @Test
    void shouldRefuseOperationsThatAModelDoesNotKnow() {
        done("a", Op.enqueue("x", 1), null);
        assertThatThrownBy(() -> check(Model.registers()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a model must know the action of an operation: operation=enqueue x 1, actions=read, write, cas");
    }
}
