// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/** Tries every order of every choice of operations, without any thought: for tiny histories. */
final class BruteForce {
    private BruteForce() {}

    static boolean isLinearizable(List<Operation<Op>> operations, Model<?, Op, Object> model) {
        return hasOrder(operations, Linearizability.typed(model), Operation::precedes);
    }

    static boolean isSequentiallyConsistent(List<Operation<Op>> operations, Model<?, Op, Object> model) {
        return hasOrder(
                operations,
                Linearizability.typed(model),
                (first, second) -> first.client().equals(second.client()) && first.precedes(second));
    }

    private static boolean hasOrder(
            List<Operation<Op>> operations,
            Model<Object, Op, Object> model,
            BiPredicate<Operation<Op>, Operation<Op>> precedes) {
        List<Operation<Op>> rest = new ArrayList<>(operations);
        rest.removeIf(operation -> operation.end() == OperationEnd.FAIL);
        return hasOrder(rest, new HashMap<>(), model, precedes);
    }

    private static boolean hasOrder(
            List<Operation<Op>> rest,
            Map<Object, Object> states,
            Model<Object, Op, Object> model,
            BiPredicate<Operation<Op>, Operation<Op>> precedes) {
        if (rest.stream().allMatch(operation -> operation.end() == OperationEnd.INFO)) {
            return true;
        }
        for (Operation<Op> next : rest) {
            if (rest.stream().anyMatch(other -> precedes.test(other, next))) {
                continue;
            }
            Object key = model.key(next.call());
            Object after = model.step(
                    states.getOrDefault(key, model.initial()),
                    next.call(),
                    new Response<>(next.end() == OperationEnd.OK, next.result()));
            if (after == null) {
                continue;
            }
            Map<Object, Object> states2 = new HashMap<>(states);
            states2.put(key, after);
            List<Operation<Op>> rest2 = new ArrayList<>(rest);
            rest2.remove(next);
            if (hasOrder(rest2, states2, model, precedes)) {
                return true;
            }
        }
        return false;
    }
}
