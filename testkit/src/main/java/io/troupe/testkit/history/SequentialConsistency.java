// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The check whether all operations of a history have one order that keeps the order of each client (Lamport, 1979).
 * Time between different clients does not matter: a client may read old values as long as it likes. Unlike
 * linearizability this cannot be checked object by object: an object that is wrong alone decides, but objects that
 * are right alone do not. Two operations of one client are ordered if one was over before the other began. The
 * problem is NP-complete; a check that reaches a limit ends as {@link CheckOutcome#UNKNOWN}.
 */
public final class SequentialConsistency {
    static final String PROPERTY = "sequentially consistent";

    private SequentialConsistency() {}

    /**
     * Checks a history within {@link SearchLimits#standard}.
     *
     * @param <O> type of the operations
     * @param history to check
     * @param model how each object behaves
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
     * @param model how each object behaves
     * @param limits after which to give up
     * @return what was found
     * @throws ClassCastException if results are not of the model's type
     */
    public static <O> OrderReport<O> check(
            List<Operation<O>> operations, Model<?, ? super O, ?> model, SearchLimits limits) {
        Model<Object, O, Object> typed = Linearizability.typed(model);
        List<Operation<O>> counting = counting(operations, typed);
        if (counting.isEmpty()) {
            return OrderReport.empty(PROPERTY);
        }
        SearchBudget budget = new SearchBudget(limits);
        // It is enough to be linearizable, and that is found sooner, as it is checked object by object.
        OrderReport<O> linearizable = Linearizability.check(operations, model, some(limits));
        budget.useSteps(linearizable.steps());
        if (linearizable.outcome() == CheckOutcome.OK) {
            return new OrderReport<>(
                    PROPERTY, CheckOutcome.OK, "", counting.size(), List.of(), List.of(), budget.steps(), "", "");
        }
        Map<Object, List<Operation<O>>> objects = counting.stream()
                .collect(Collectors.groupingBy(
                        operation -> typed.key(operation.call()), LinkedHashMap::new, Collectors.toList()));
        int parts = objects.size() + 1;
        if (objects.size() > 1) {
            for (Map.Entry<Object, List<Operation<O>>> object : objects.entrySet()) {
                budget.beginPart(parts--);
                OrderReport<O> report = search(object.getKey(), object.getValue(), typed, budget);
                if (report.outcome() == CheckOutcome.VIOLATED) {
                    return report;
                }
            }
        }
        budget.beginPart(1);
        return search("", counting, typed, budget);
    }

    /** Without the short cuts. */
    static <O> OrderReport<O> searchAll(
            List<Operation<O>> operations, Model<?, ? super O, ?> model, SearchLimits limits) {
        Model<Object, O, Object> typed = Linearizability.typed(model);
        SearchBudget budget = new SearchBudget(limits);
        budget.beginPart(1);
        return search("", counting(operations, typed), typed, budget);
    }

    private static <O> List<Operation<O>> counting(List<Operation<O>> operations, Model<Object, O, Object> model) {
        return operations.stream()
                .filter(operation -> Linearizability.counts(operation, model))
                .sorted(Comparator.comparingLong(Operation::invoked))
                .toList();
    }

    /** A quarter, for the short cut. */
    private static SearchLimits some(SearchLimits limits) {
        Duration part = limits.time().dividedBy(4);
        return new SearchLimits(part.isZero() ? limits.time() : part, Math.max(1, limits.steps() / 4), limits.bytes());
    }

    private static <O> OrderReport<O> search(
            Object key, List<Operation<O>> operations, Model<Object, O, Object> model, SearchBudget budget) {
        Map<String, Integer> lanes = new HashMap<>();
        Map<Object, Integer> objects = new HashMap<>();
        int[] laneOf = new int[operations.size()];
        int[] objectOf = new int[operations.size()];
        for (int i = 0; i < laneOf.length; i++) {
            Operation<O> operation = operations.get(i);
            laneOf[i] = numberOf(operation.client(), lanes);
            objectOf[i] = numberOf(model.key(operation.call()), objects);
        }
        OrderSearch<Object, O> search = new OrderSearch<>(model, operations, laneOf, objectOf, budget);
        CheckOutcome outcome = search.run();
        return OrderReport.of(PROPERTY, key, outcome, operations, search, model, budget);
    }

    private static <K> int numberOf(K key, Map<K, Integer> numbers) {
        Integer fresh = numbers.size();
        Integer known = numbers.putIfAbsent(key, fresh);
        return known == null ? fresh : known;
    }
}
