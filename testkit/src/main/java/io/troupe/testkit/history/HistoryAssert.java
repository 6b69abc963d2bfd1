// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on a history. A check that gives up fails, too: nothing passes that was not found to be right. What does
 * not hold throws an {@code AssertionError} that shows where. For the thread of the test; clients that still run may
 * go on, but only operations recorded so far count.
 *
 * @param <O> type of the operations
 */
public final class HistoryAssert<O> extends AbstractAssert<HistoryAssert<O>, History<O>> {
    private SearchLimits limits = SearchLimits.standard();

    private HistoryAssert(@Nullable History<O> actual) {
        super(actual, HistoryAssert.class);
    }

    /**
     * Assertions on a history; {@code ActorAssertions.assertThat} is the same.
     *
     * @param <O> type of the operations
     * @param actual the history; null fails the first check
     * @return the assertions
     */
    public static <O> HistoryAssert<O> assertThat(@Nullable History<O> actual) {
        return new HistoryAssert<>(actual);
    }

    /**
     * Sets how far the searches that follow may go.
     *
     * @param newLimits {@link SearchLimits#standard} unless set
     * @return these assertions
     */
    public HistoryAssert<O> within(SearchLimits newLimits) {
        this.limits = newLimits;
        return this;
    }

    /**
     * Checks that each operation may have taken effect at one moment between its beginning and its end.
     *
     * @param model how an object behaves
     * @return these assertions
     * @see Linearizability
     */
    public HistoryAssert<O> isLinearizable(Model<?, ? super O, ?> model) {
        isNotNull();
        OrderReport<O> report = Linearizability.check(actual.operations(), model, limits);
        return require(report.outcome(), report);
    }

    /**
     * Checks that all operations have one order that keeps the order of each client.
     *
     * @param model how each object behaves
     * @return these assertions
     * @see SequentialConsistency
     */
    public HistoryAssert<O> isSequentiallyConsistent(Model<?, ? super O, ?> model) {
        isNotNull();
        OrderReport<O> report = SequentialConsistency.check(actual.operations(), model, limits);
        return require(report.outcome(), report);
    }

    /**
     * Checks what clients may rely on, for registers that are null at first and an order of writes that nobody knows.
     *
     * @param guarantees at least one
     * @return these assertions
     * @throws IllegalArgumentException if there is no guarantee
     * @throws ClassCastException if the operations are not {@link Op}
     * @see SessionConsistency
     */
    public HistoryAssert<O> guarantees(SessionGuarantee... guarantees) {
        return guarantees(WriteOrder.UNKNOWN, guarantees);
    }

    /**
     * Checks what clients may rely on, for registers that are null at first.
     *
     * @param order what is known about the order of writes beside the guarantees
     * @param guarantees at least one
     * @return these assertions
     * @throws IllegalArgumentException if there is no guarantee
     * @throws ClassCastException if the operations are not {@link Op}
     * @see SessionConsistency
     */
    public HistoryAssert<O> guarantees(WriteOrder order, SessionGuarantee... guarantees) {
        isNotNull();
        AnomalyReport report = SessionConsistency.check(operations(Op.class), null, order, guarantees);
        return require(report.outcome(), report);
    }

    /**
     * Checks that transactions see no more of each other than a level allows.
     *
     * @param level what must hold
     * @return these assertions
     * @throws ClassCastException if the operations are not {@link ListTransaction}
     * @see AppendConsistency
     */
    public HistoryAssert<O> isIsolated(IsolationLevel level) {
        isNotNull();
        AnomalyReport report = AppendConsistency.check(operations(ListTransaction.class), level);
        return require(report.outcome(), report);
    }

    /**
     * Checks that transactions have an order in which they could have run one by one.
     *
     * @return these assertions
     * @throws ClassCastException if the operations are not {@link ListTransaction}
     * @see AppendConsistency
     */
    public HistoryAssert<O> isSerializable() {
        return isIsolated(IsolationLevel.SERIALIZABLE);
    }

    @SuppressWarnings("unchecked") // each call is cast
    private <C> List<Operation<C>> operations(Class<C> type) {
        List<Operation<O>> operations = actual.operations();
        for (Operation<O> operation : operations) {
            if (!type.isInstance(operation.call())) {
                throw new ClassCastException(
                        "operations must be of this type: type=" + type.getName() + ", operation=" + operation.call());
            }
        }
        return (List<Operation<C>>) (List<?>) operations;
    }

    private HistoryAssert<O> require(CheckOutcome outcome, Object report) {
        if (outcome != CheckOutcome.OK) {
            failWithMessage("%s", report);
        }
        return this;
    }
}
