// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * What is stored together with a state.
 *
 * @param calls that are done, one per id
 * @param effects that are to be called, in order
 * @param attempts at effects of this key, one per effect
 * @param reminders of this key, one per name
 */
public record RowChanges(
        List<StoredCall> calls,
        List<StoredEffect> effects,
        List<EffectChange> attempts,
        List<ReminderChange> reminders) {
    /** Nothing. */
    public static final RowChanges NONE = new RowChanges(List.of(), List.of(), List.of(), List.of());

    /** Whether there is nothing. */
    public boolean isEmpty() {
        return calls.isEmpty() && effects.isEmpty() && attempts.isEmpty() && reminders.isEmpty();
    }

    /** These and later ones as one: no row is there twice. */
    RowChanges then(RowChanges later) {
        if (isEmpty() || later.isEmpty()) {
            return isEmpty() ? later : this;
        }
        List<StoredEffect> all = new ArrayList<>(effects);
        all.addAll(later.effects);
        return new RowChanges(
                merged(calls, later.calls, StoredCall::id, (before, after) -> after),
                all,
                merged(attempts, later.attempts, each -> each.effect().id(), (before, after) -> after),
                merged(reminders, later.reminders, ReminderChange::name, ReminderChange::then));
    }

    private static <K, T> List<T> merged(
            Collection<T> first, Collection<T> second, Function<T, K> key, BinaryOperator<T> merge) {
        Map<K, T> all = new LinkedHashMap<>();
        first.forEach(each -> all.merge(key.apply(each), each, merge));
        second.forEach(each -> all.merge(key.apply(each), each, merge));
        return List.copyOf(all.values());
    }

    /** About as many bytes. */
    long bytes() {
        long bytes = 64L * (calls.size() + effects.size() + attempts.size() + reminders.size());
        for (StoredCall call : calls) {
            bytes += call.reply().length;
        }
        for (StoredEffect effect : effects) {
            bytes += effect.arguments().length;
        }
        for (ReminderChange reminder : reminders) {
            bytes += reminder.next() == null ? 0 : reminder.next().arguments().length;
        }
        return bytes;
    }
}
