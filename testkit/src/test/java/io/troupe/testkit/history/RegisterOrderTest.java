// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is decided about registers without a search. */
class RegisterOrderTest {
    private final History<Op> history = new History<>();

    private static List<Operation<Op>> counting(List<Operation<Op>> operations) {
        return operations.stream()
                .filter(o -> o.end() == OperationEnd.OK
                        || (o.end() == OperationEnd.INFO && !o.call().action().equals("read")))
                .toList();
    }

    private static SampleHistories.Family distinctRegisters() {
        int[] next = {0};
        int[] value = {0};
        return new SampleHistories.Family(
                "distinct registers",
                Model.registers(0),
                random -> random.nextBoolean() ? Op.write("x", ++next[0]) : Op.read("x"),
                random -> random.nextInt(next[0] + 2),
                op -> {
                    if (op.action().equals("write")) {
                        value[0] = (int) op.argument(0);
                        return null;
                    }
                    return value[0];
                });
    }

    // ---- against a search that tries everything ------------------------------------------------------------------

    private static int right(int seeds, double unknown) {
        int right = 0;
        for (int seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            SampleHistories.Family family = distinctRegisters();
            int size = 2 + random.nextInt(5);
            List<Operation<Op>> operations = random.nextBoolean()
                    ? SampleHistories.guessed(family, random, 3, size, unknown).operations()
                    : SampleHistories.mutated(
                            SampleHistories.run(random, 3, size, unknown, family.operations(), family.behaviour(), 2)
                                    .operations(),
                            family,
                            random);
            boolean isRight = BruteForce.isLinearizable(operations, family.model());
            right += isRight ? 1 : 0;
            assertThat(RegisterOrder.of(counting(operations), 0).outcome())
                    .as("seed=%s, %s", seed, operations)
                    .isEqualTo(isRight ? CheckOutcome.OK : CheckOutcome.VIOLATED);
        }
        return right;
    }

    @Test
    void shouldDecideAllHistoriesOfDifferentValues() {
        assertThat(right(1_500, 0)).isBetween(300, 1_200);
        assertThat(right(1_500, 0.3)).isBetween(300, 1_300);
    }

    // ---- in detail -----------------------------------------------------------------------------------------------

    private static Invocation<Op> open(History<Op> history, String client, Op op) {
        return history.of(client).invoke(op);
    }

    private CheckOutcome outcome() {
        return RegisterOrder.of(counting(history.operations()), null).outcome();
    }

    @Test
    void shouldLeaveEqualValuesAndOtherOperationsToOthers() {
        open(history, "a", Op.write("x", 1)).ok(null);
        assertThat(outcome()).isEqualTo(CheckOutcome.OK);
        open(history, "b", Op.write("x", 1)).ok(null);
        assertThat(outcome()).isEqualTo(CheckOutcome.UNKNOWN);

        History<Op> other = new History<>();
        open(other, "a", Op.compareAndSet("x", null, 1)).ok(true);
        assertThat(RegisterOrder.of(other.operations(), null).outcome()).isEqualTo(CheckOutcome.UNKNOWN);
    }

    @Test
    void shouldNotGoBackToTheFirstValue() {
        open(history, "a", Op.read("x")).ok(null);
        open(history, "a", Op.write("x", 1)).ok(null);
        assertThat(outcome()).isEqualTo(CheckOutcome.OK);
        open(history, "b", Op.read("x")).ok(null);
        assertThat(outcome()).isEqualTo(CheckOutcome.VIOLATED);
    }

    @Test
    void shouldDecideAHistoryOfManyOperationsAtTheSameTime() {
        List<Invocation<Op>> running = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            running.add(open(history, "c" + i, i % 2 == 0 ? Op.write("x", i) : Op.read("x")));
        }
        for (int i = 0; i < 200; i++) {
            running.get(i).ok(i % 2 == 0 ? null : (Object) (i - 1));
        }
        OrderReport<Op> report = Linearizability.check(history, Model.registers());
        assertThat(report.outcome()).isEqualTo(CheckOutcome.OK);
        assertThat(report.steps()).isZero();

        open(history, "d", Op.read("x")).ok(0);
        open(history, "d", Op.read("x")).ok(2);
        open(history, "d", Op.read("x")).ok(0);
        OrderReport<Op> wrong = Linearizability.check(
                history.operations(), Model.registers(), SearchLimits.standard().withSteps(10_000));
        assertThat(wrong.outcome()).isEqualTo(CheckOutcome.VIOLATED);
        assertThat(wrong.toString()).contains("values=0 and 2");
    }
}
