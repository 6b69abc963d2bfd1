// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The check whether each operation of a history may have taken effect at one moment between its beginning and its end
 * (Herlihy and Wing, 1990). Each object is checked alone: a history is linearizable if those of its objects are. The
 * problem is NP-complete, hence the limits; a check that reaches one ends as {@link CheckOutcome#UNKNOWN}.
 */
public final class Linearizability {
    static final String PROPERTY = "linearizable";

    private Linearizability() {}

    /**
     * Checks a history within {@link SearchLimits#standard}.
     *
     * @param <O> type of the operations
     * @param history to check
     * @param model how an object behaves
     * @return what was found
     * @throws ClassCastException if results are not of the model's type
     */
    public static <O> OrderReport<O> check(History<O> history, Model<?, ? super O, ?> model) {
        return check(history.operations(), model, SearchLimits.standard());
    }

    /**
     * Checks operations.
     *
     * @param <O> type of the operations
     * @param operations of one history, in any order
     * @param model how an object behaves
     * @param limits after which to give up
     * @return of the object with the fewest operations among those that break the rule, or else among those given up;
     *     if all objects are right, of the last one
     * @throws ClassCastException if results are not of the model's type
     */
    public static <O> OrderReport<O> check(
            List<Operation<O>> operations, Model<?, ? super O, ?> model, SearchLimits limits) {
        return run(operations, typed(model), limits);
    }

    /** States and results are the model's own: it made the former, and the caller vouches for the latter. */
    @SuppressWarnings("unchecked")
    static <O> Model<Object, O, Object> typed(Model<?, ? super O, ?> model) {
        return (Model<Object, O, Object>) model;
    }

    /** Whether an operation can make a difference: it has not failed, and it was answered or changes something. */
    static <O> boolean counts(Operation<O> operation, Model<Object, O, Object> model) {
        return switch (operation.end()) {
            case OK -> true;
            case FAIL -> false;
            case INFO -> !model.readsOnly(operation.call());
        };
    }

    private static <O> OrderReport<O> run(
            List<Operation<O>> operations, Model<Object, O, Object> model, SearchLimits limits) {
        Map<Object, List<Operation<O>>> objects = new LinkedHashMap<>();
        operations.stream()
                .filter(operation -> counts(operation, model))
                .sorted(Comparator.comparingLong(Operation::invoked))
                .forEach(operation -> objects.computeIfAbsent(model.key(operation.call()), key -> new ArrayList<>())
                        .add(operation));
        List<Map.Entry<Object, List<Operation<O>>>> parts = new ArrayList<>(objects.entrySet());
        parts.sort(Comparator.comparingInt(part -> part.getValue().size())); // stable: equal ones as they came
        SearchBudget budget = new SearchBudget(limits);
        OrderReport<O> unknown = null;
        OrderReport<O> last = null;
        for (int i = 0; i < parts.size(); i++) {
            budget.beginPart(parts.size() - i);
            OrderReport<O> report = one(parts.get(i).getKey(), parts.get(i).getValue(), model, budget);
            if (report.outcome() == CheckOutcome.VIOLATED) {
                return report;
            }
            if (report.outcome() == CheckOutcome.UNKNOWN && unknown == null) {
                unknown = report;
            }
            last = report;
        }
        if (unknown != null) {
            return unknown;
        }
        return last != null ? last : OrderReport.empty(PROPERTY);
    }

    /** The models of queues and registers take nothing else. */
    @SuppressWarnings("unchecked")
    private static <O> List<Operation<Op>> ops(List<Operation<O>> operations) {
        return (List<Operation<Op>>) (List<?>) operations;
    }

    /** What rules say. */
    private static <O> CheckVerdict withoutSearch(List<Operation<O>> operations, Model<?, ?, ?> model) {
        if (model.equals(Model.queues())) {
            return QueueOrder.of(ops(operations));
        }
        return model instanceof Models.Registers registers
                ? RegisterOrder.of(ops(operations), registers.first())
                : CheckVerdict.UNKNOWN;
    }

    private static <O> OrderReport<O> one(
            Object key, List<Operation<O>> operations, Model<Object, O, Object> model, SearchBudget budget) {
        CheckVerdict quick = withoutSearch(operations, model);
        if (quick.outcome() == CheckOutcome.OK) {
            return OrderReport.right(PROPERTY, key, operations.size(), budget.steps());
        }
        int count = operations.size();
        if (quick.outcome() == CheckOutcome.VIOLATED) {
            budget.beginPicture();
            OrderSearch<Object, O> search =
                    new OrderSearch<>(model, operations, new int[count], new int[count], budget);
            search.run();
            return OrderReport.wrong(PROPERTY, key, operations, quick.reason(), search, model, budget);
        }
        OrderSearch<Object, O> search = new OrderSearch<>(model, operations, new int[count], new int[count], budget);
        CheckOutcome outcome = search.run();
        return OrderReport.of(PROPERTY, key, outcome, operations, search, model, budget);
    }
}
