// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static io.troupe.testkit.ActorAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryAssertTest {
    private final History<Op> ops = new History<>();
    private final History<ListTransaction> transactions = new History<>();

    @Test
    void shouldAcceptWhatHolds() {
        ops.of("a").invoke(Op.write("x", 1)).ok(null);
        ops.of("b").invoke(Op.read("x")).ok(1);
        assertThat(ops)
                .isLinearizable(Model.registers())
                .isSequentiallyConsistent(Model.registers())
                .guarantees(SessionGuarantee.values())
                .guarantees(WriteOrder.REAL_TIME, SessionGuarantee.MONOTONIC_READS);
        transactions
                .of("a")
                .invoke(ListTransaction.of(ListTransaction.read("x")))
                .ok(List.of(List.of()));
        assertThat(transactions).isSerializable().isIsolated(IsolationLevel.READ_COMMITTED);
    }

    @Test
    void shouldRejectWhatDoesNotHold() {
        ops.of("a").invoke(Op.write("x", 1)).ok(null);
        ops.of("a").invoke(Op.read("x")).ok(null);
        assertThatThrownBy(() -> assertThat(ops).as("the store").isLinearizable(Model.registers()))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("[the store] the history is not linearizable: key=x");
        assertThatThrownBy(() -> assertThat(ops).isSequentiallyConsistent(Model.registers()))
                .hasMessageStartingWith("the history is not sequentially consistent");
        assertThatThrownBy(() -> assertThat(ops).guarantees(SessionGuarantee.READ_YOUR_WRITES))
                .hasMessageContaining("anomalies=read your writes");
        transactions
                .of("a")
                .invoke(ListTransaction.of(ListTransaction.read("x")))
                .ok(List.of(List.of(1)));
        assertThatThrownBy(() -> assertThat(transactions).isSerializable())
                .hasMessageContaining("anomalies=strange element");
        assertThatThrownBy(() -> assertThat(transactions).isIsolated(IsolationLevel.READ_UNCOMMITTED))
                .hasMessageContaining("property=read uncommitted");
    }

    /** A percent sign in a value must not be taken for a format. */
    @Test
    void shouldShowValuesAsTheyAre() {
        ops.of("a").invoke(Op.write("x", "100 %s %d")).ok(null);
        ops.of("a").invoke(Op.read("x")).ok("50 %");
        assertThatThrownBy(() -> assertThat(ops).isLinearizable(Model.registers()))
                .hasMessageContaining("write x 100 %s %d → ok")
                .hasMessageContaining("read x → 50 %");
    }

    @Test
    void shouldRejectWhatItCannotDecide() {
        ops.of("a").invoke(Op.write("x", 1)).ok(null);
        ops.of("a").invoke(Op.write("x", 1)).ok(null);
        assertThatThrownBy(() -> assertThat(ops).guarantees(SessionGuarantee.MONOTONIC_WRITES))
                .hasMessageStartingWith("it is not known whether the history is correct");
        assertThatThrownBy(() -> assertThat(ops)
                        .within(SearchLimits.standard().withSteps(1))
                        .isLinearizable(Model.registers()))
                .hasMessageContaining("the search gave up: steps=1");
    }

    @Test
    void shouldRejectNullAndOtherOperations() {
        assertThatThrownBy(() -> assertThat((History<Op>) null).isLinearizable(Model.registers()))
                .isInstanceOf(AssertionError.class);
        ops.of("a").invoke(Op.write("x", 1)).ok(null);
        assertThatThrownBy(() -> assertThat(ops).isSerializable()).isInstanceOf(ClassCastException.class);
    }
}
