// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SequentialConsistencyTest {
    private final History<Op> history = new History<>();

    private void done(String client, Op op, @Nullable Object result) {
        history.of(client).invoke(op).ok(result);
    }

    private CheckOutcome linearizable(Model<?, Op, Object> model) {
        return Linearizability.check(history, model).outcome();
    }

    private CheckOutcome sequential(Model<?, Op, Object> model) {
        return SequentialConsistency.check(history, model).outcome();
    }

    @Test
    void shouldAcceptThatAClientReadsTheOldValueForAWhile() {
        done("a", Op.write("x", 1), null);
        done("b", Op.read("x"), 0);
        done("b", Op.read("x"), 0);
        done("b", Op.read("x"), 1);
        assertThat(sequential(Model.registers(0))).isEqualTo(CheckOutcome.OK);
        assertThat(linearizable(Model.registers(0))).isEqualTo(CheckOutcome.VIOLATED);
        done("b", Op.read("x"), 0);
        assertThat(sequential(Model.registers(0))).isEqualTo(CheckOutcome.VIOLATED);
    }

    /** Store buffering, as in the algorithm of Dekker: both write, and both miss the other's write. */
    @Test
    void shouldRejectThatBothMissTheOthersWrite() {
        done("a", Op.write("x", 1), null);
        done("b", Op.write("y", 1), null);
        done("a", Op.read("y"), 0);
        assertThat(sequential(Model.registers(0))).isEqualTo(CheckOutcome.OK);
        done("b", Op.read("x"), 0);
        assertThat(sequential(Model.registers(0))).isEqualTo(CheckOutcome.VIOLATED);
    }

    /** Independent reads of independent writes: two readers see two writes in different orders. */
    @Test
    void shouldRejectThatReadersDisagreeAboutTheOrderOfWrites() {
        done("w1", Op.write("x", 1), null);
        done("w2", Op.write("y", 1), null);
        done("r1", Op.read("x"), 1);
        done("r1", Op.read("y"), 0);
        done("r2", Op.read("y"), 1);
        assertThat(sequential(Model.registers(0))).isEqualTo(CheckOutcome.OK);
        done("r2", Op.read("x"), 0);
        assertThat(sequential(Model.registers(0))).isEqualTo(CheckOutcome.VIOLATED);
    }

    /** Herlihy and Wing (1990), section 3.3: two queues, each of which is sequentially consistent alone. */
    @Test
    void shouldRejectTwoQueuesThatAreOnlyRightAlone() {
        done("A", Op.enqueue("p", "x"), null);
        done("B", Op.enqueue("q", "y"), null);
        done("A", Op.enqueue("q", "x"), null);
        done("B", Op.enqueue("p", "y"), null);
        done("A", Op.dequeue("p"), "y");
        assertThat(sequential(Model.queues())).isEqualTo(CheckOutcome.OK);
        done("B", Op.dequeue("q"), "x");
        assertThat(sequential(Model.queues())).isEqualTo(CheckOutcome.VIOLATED);

        for (String queue : new String[] {"p", "q"}) {
            assertThat(SequentialConsistency.check(
                                    history.operations().stream()
                                            .filter(operation ->
                                                    operation.call().key().equals(queue))
                                            .toList(),
                                    Model.queues(),
                                    SearchLimits.standard())
                            .outcome())
                    .isEqualTo(CheckOutcome.OK);
        }
    }

    @Test
    void shouldKeepTheOrderOfAClientOnlyWhereItsOperationsDoNotOverlap() {
        done("b", Op.read("x"), 0);
        Invocation<Op> first = history.of("a").invoke(Op.write("x", 1));
        Invocation<Op> second = history.of("a").invoke(Op.write("x", 2));
        first.ok(null);
        second.ok(null);
        done("b", Op.read("x"), 2);
        done("b", Op.read("x"), 1);
        assertThat(sequential(Model.registers(0))).isEqualTo(CheckOutcome.OK);
        done("c", Op.read("x"), 1);
        done("c", Op.read("x"), 2);
        assertThat(sequential(Model.registers(0))).isEqualTo(CheckOutcome.VIOLATED);
    }

    @Test
    void shouldNameTheObjectThatIsWrongAlone() {
        done("a", Op.write("y", 1), null);
        done("a", Op.write("x", 1), null);
        done("a", Op.read("x"), 0);
        assertThatThrownBy(() -> HistoryAssert.assertThat(history).isSequentiallyConsistent(Model.registers(0)))
                .hasMessageContaining("the history is not sequentially consistent: key=x, operations=2, ordered=1")
                .hasMessageContaining("! a     ├─┤  read x → 0");
    }

    @Test
    void shouldCountTheStepsOfItsShortCut() {
        done("a", Op.write("x", 1), null);
        done("b", Op.compareAndSet("x", 1, 2), true);
        assertThat(SequentialConsistency.check(history, Model.registers()).steps())
                .isEqualTo(Linearizability.check(history, Model.registers()).steps())
                .isPositive();
    }

    @Test
    void shouldGiveUpAtItsLimits() {
        for (int client = 0; client < 12; client++) {
            for (int i = 0; i < 4; i++) {
                done("c" + client, Op.write("x", 10 * client + i), null);
            }
        }
        done("r", Op.read("x"), 0);
        done("r", Op.read("x"), 99);
        OrderReport<Op> report = SequentialConsistency.check(
                history.operations(), Model.registers(), SearchLimits.standard().withSteps(40_000));
        assertThat(report.outcome()).isEqualTo(CheckOutcome.UNKNOWN);
        assertThat(report.steps()).isEqualTo(40_000);
        assertThat(report.toString()).startsWith("it is not known whether the history is sequentially consistent");
    }
}
