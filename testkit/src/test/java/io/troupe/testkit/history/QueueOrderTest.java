// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is decided about queues without a search. */
class QueueOrderTest {
    private final History<Op> history = new History<>();

    private static List<Operation<Op>> counting(List<Operation<Op>> operations) {
        return operations.stream().filter(o -> o.end() != OperationEnd.FAIL).toList();
    }

    private void enqueue(int value) {
        history.of("a").invoke(Op.enqueue("q", value)).ok(null);
    }

    private void dequeue(Integer value) {
        history.of("b").invoke(Op.dequeue("q")).ok(value);
    }

    private CheckVerdict order() {
        return QueueOrder.of(history.operations());
    }

    // ---- against a search that tries everything ------------------------------------------------------------------

    private static int compare(int seeds, int most, double unknown) {
        int decided = 0;
        for (int seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            SampleHistories.Family family = SampleHistories.distinctQueues();
            int size = 2 + random.nextInt(most - 1);
            List<Operation<Op>> operations = random.nextBoolean()
                    ? SampleHistories.guessed(family, random, 3, size, unknown).operations()
                    : SampleHistories.mutated(
                            SampleHistories.run(random, 3, size, unknown, family.operations(), family.behaviour(), 2)
                                    .operations(),
                            family,
                            random);
            CheckOutcome found = QueueOrder.of(counting(operations)).outcome();
            boolean right = BruteForce.isLinearizable(operations, family.model());
            if (found != CheckOutcome.UNKNOWN) {
                decided++;
                assertThat(found)
                        .as("seed=%s, %s", seed, operations)
                        .isEqualTo(right ? CheckOutcome.OK : CheckOutcome.VIOLATED);
            } else {
                assertThat(operations)
                        .as("seed=%s", seed)
                        .anyMatch(o -> o.end() == OperationEnd.INFO
                                && o.call().action().equals("dequeue"));
            }
        }
        return decided;
    }

    @Test
    void shouldDecideAllHistoriesOfDifferentElementsWhoseOutcomesAreKnown() {
        assertThat(compare(1_500, 6, 0)).isEqualTo(1_500);
    }

    @Test
    void shouldBeRightWhereOutcomesAreNotKnown() {
        assertThat(compare(1_500, 6, 0.3)).isGreaterThan(1_000);
    }

    @Test
    @Tag("soak")
    void shouldAgreeWithBruteForceOnManyMoreHistories() {
        assertThat(compare(60_000, 7, 0)).isEqualTo(60_000);
        assertThat(compare(60_000, 7, 0.3)).isGreaterThan(40_000);
    }

    // ---- rules ---------------------------------------------------------------------------------------------------

    @Test
    void shouldTellWhichRuleIsBroken() {
        enqueue(1);
        enqueue(2);
        dequeue(2);
        assertThat(order().outcome()).isEqualTo(CheckOutcome.VIOLATED);
        assertThat(order().reason())
                .isEqualTo("elements must come out in the order in which they went in: first in=1, first out=2");
        assertThat(Linearizability.check(history, Model.queues()).toString())
                .contains("the history is not linearizable", order().reason(), "none of these can come next");
    }

    @Test
    void shouldNotLetElementsComeFromNowhereOrTwice() {
        dequeue(3);
        assertThat(order().reason()).startsWith("an element must go in before it comes out: element=3");
        enqueue(3);
        assertThat(order().reason()).startsWith("an element must not come out before it goes in: element=3");
    }

    @Test
    void shouldNotLetElementsComeOutTwice() {
        enqueue(3);
        dequeue(3);
        dequeue(3);
        assertThat(order().reason()).startsWith("an element must come out once: element=3");
    }

    /** 1 is in until 2 has gone in, so there is no moment without elements. */
    @Test
    void shouldNoticeThatElementsCoverADequeueThatFindsNothing() {
        enqueue(1);
        Invocation<Op> none = history.of("c").invoke(Op.dequeue("q"));
        enqueue(2);
        dequeue(1);
        none.ok(null);
        assertThat(order().reason())
                .startsWith("a queue must be empty at some moment of a dequeue that finds nothing: dequeue=c");
    }

    @Test
    void shouldLetADequeueWithoutAnOutcomeTakeWhatMustGo() {
        enqueue(1);
        history.of("c").invoke(Op.dequeue("q")).info();
        enqueue(2);
        dequeue(2);
        dequeue(null);
        assertThat(order().outcome()).isEqualTo(CheckOutcome.OK);
    }

    @Test
    void shouldLeaveEqualElementsToASearch() {
        enqueue(1);
        enqueue(1);
        dequeue(1);
        assertThat(order().outcome()).isEqualTo(CheckOutcome.UNKNOWN);
        assertThat(Linearizability.check(history, Model.queues()).outcome()).isEqualTo(CheckOutcome.OK);
    }

    // ---- long histories ------------------------------------------------------------------------------------------

    private static List<Operation<Op>> real(int seed, int clients, double unknown) {
        SampleHistories.Family family = SampleHistories.distinctQueues();
        return SampleHistories.real(family, new Random(seed), clients, 1_000, unknown)
                .operations();
    }

    @Test
    void shouldDecideAThousandOperationsOfManyClients() {
        for (int clients : new int[] {10, 50, 200}) {
            for (double unknown : new double[] {0, 0.05}) {
                List<Operation<Op>> right = real(clients, clients, unknown);
                SearchLimits few = SearchLimits.standard().withSteps(1);
                assertThat(Linearizability.check(right, Model.queues(), few).outcome())
                        .as("clients=%s, unknown=%s", clients, unknown)
                        .isEqualTo(CheckOutcome.OK);
            }
            List<Operation<Op>> wrong = new ArrayList<>(real(clients, clients, 0));
            int last = wrong.size() - 1;
            while (wrong.get(last).result() == null) {
                last--;
            }
            Operation<Op> late = wrong.remove(last); // its element stays, and later ones have come out
            wrong.removeIf(o -> o.invoked() > late.completed());
            wrong.add(new Operation<>(
                    wrong.size() + 1, "z", Op.dequeue("q"), OperationEnd.OK, null, 10_000, 10_001, 10_000, 10_001));
            assertThat(Linearizability.check(wrong, Model.queues(), SearchLimits.standard())
                            .outcome())
                    .isEqualTo(CheckOutcome.VIOLATED);
        }
    }
}
