// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a search for an order has found. Its text shows the longest order that the model accepts, the operations of
 * which none can come next, and a picture of them in time. Immutable.
 *
 * @param property what was looked for: {@code linearizable}, {@code sequentially consistent}
 * @param outcome what was found
 * @param key the object that this is about; empty if it is about all
 * @param total how many operations of it were ordered, those with unknown outcome among them
 * @param prefix the longest order found, beginning with the first operation. If the outcome is {@code OK}, an order
 *     of all operations that were answered, or empty if there was a quicker way to be sure
 * @param conflicts the operations that no other missing one precedes, none of which the model accepts next
 * @param steps how often the model was asked, for this object and those before it
 * @param limit the limit that was reached; empty unless the outcome is {@code UNKNOWN}
 * @param details text and picture for people, of several lines; empty if the outcome is {@code OK}
 * @param <O> type of the operations
 */
public record OrderReport<O>(
        String property,
        CheckOutcome outcome,
        Object key,
        int total,
        List<Operation<O>> prefix,
        List<Operation<O>> conflicts,
        long steps,
        String limit,
        String details) {
    private static final int SHOWN = 8;

    static <O> OrderReport<O> empty(String property) {
        return new OrderReport<>(property, CheckOutcome.OK, "", 0, List.of(), List.of(), 0, "", "");
    }

    /** Right, without an order. */
    static <O> OrderReport<O> right(String property, Object key, int total, long steps) {
        return new OrderReport<>(property, CheckOutcome.OK, key, total, List.of(), List.of(), steps, "", "");
    }

    /** Wrong by a rule; the search may have been cut short. */
    static <O> OrderReport<O> wrong(
            String property,
            Object key,
            List<Operation<O>> operations,
            String rule,
            OrderSearch<Object, O> search,
            Model<Object, O, Object> model,
            SearchBudget budget) {
        List<Operation<O>> prefix = search.longest();
        List<Operation<O>> conflicts = budget.exhausted() == null ? search.conflicts() : List.of();
        return new OrderReport<>(
                property,
                CheckOutcome.VIOLATED,
                key,
                operations.size(),
                prefix,
                conflicts,
                budget.steps(),
                "",
                rule + "\n" + details(property, operations, prefix, conflicts, model));
    }

    static <O> OrderReport<O> of(
            String property,
            Object key,
            CheckOutcome outcome,
            List<Operation<O>> operations,
            OrderSearch<Object, O> search,
            Model<Object, O, Object> model,
            SearchBudget budget) {
        List<Operation<O>> prefix = search.longest();
        List<Operation<O>> conflicts = outcome == CheckOutcome.VIOLATED ? search.conflicts() : List.of();
        String limit = budget.exhausted();
        String details = outcome == CheckOutcome.OK ? "" : details(property, operations, prefix, conflicts, model);
        return new OrderReport<>(
                property,
                outcome,
                key,
                operations.size(),
                prefix,
                conflicts,
                budget.steps(),
                limit == null ? "" : limit,
                details);
    }

    private static <O> String details(
            String property,
            List<Operation<O>> operations,
            List<Operation<O>> prefix,
            List<Operation<O>> conflicts,
            Model<Object, O, Object> model) {
        StringBuilder text = new StringBuilder();
        int from = Math.max(0, prefix.size() - SHOWN);
        text.append("longest ").append(property).append(" prefix");
        text.append(from == 0 ? ":\n" : ", its last " + (prefix.size() - from) + " of " + prefix.size() + ":\n");
        Map<Object, Object> states = new HashMap<>();
        for (int i = 0; i < prefix.size(); i++) {
            Operation<O> operation = prefix.get(i);
            Object after = apply(operation, states, model);
            if (i >= from) {
                text.append("  ").append(i + 1).append(". ").append(operation);
                text.append("   then ").append(after).append('\n');
            }
        }
        if (!conflicts.isEmpty()) {
            text.append("none of these can come next:\n");
            for (Operation<O> conflict : conflicts) {
                Object key = model.key(conflict.call());
                Object state = states.containsKey(key) ? states.get(key) : model.initial();
                text.append("  ")
                        .append(conflict)
                        .append("   at ")
                        .append(state)
                        .append('\n');
            }
        }
        List<Operation<O>> drawn = new ArrayList<>(prefix.subList(from, prefix.size()));
        drawn.addAll(conflicts);
        operations.stream()
                .filter(operation -> operation.end() == OperationEnd.INFO && !drawn.contains(operation))
                .limit(SHOWN)
                .forEach(drawn::add);
        return text.append(HistoryPicture.of(drawn, conflicts)).toString();
    }

    private static <O> @Nullable Object apply(
            Operation<O> operation, Map<Object, Object> states, Model<Object, O, Object> model) {
        Object key = model.key(operation.call());
        Object before = states.containsKey(key) ? states.get(key) : model.initial();
        Object after = model.step(
                before, operation.call(), new Response<>(operation.end() == OperationEnd.OK, operation.result()));
        if (after != null) {
            states.put(key, after);
        }
        return after;
    }

    /** {@return one line with the outcome, then the details} */
    @Override
    public String toString() {
        String facts = (key.equals("") ? "" : "key=" + key + ", ") + "operations=" + total + ", ordered="
                + prefix.size() + ", steps=" + steps;
        return switch (outcome) {
            case OK -> "the history is " + property + ": " + facts;
            case VIOLATED -> "the history is not " + property + ": " + facts + "\n" + details;
            case UNKNOWN ->
                "it is not known whether the history is " + property + ", the search gave up: " + limit + ", " + facts
                        + "\n" + details;
        };
    }
}
