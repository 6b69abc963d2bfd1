// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is stored together with a state.
 *
 * @param calls that are done, one per id
 * @param effects that are to be called, in order
 * @param attempts at effects of this key, one per effect
 * @param reminders of this key, one per name
 * @param events of the journal of this key, in order
 * @param snapshot of this key, in place of the one before; null: that stays
 */
public record RowChanges(
        List<StoredCall> calls,
        List<StoredEffect> effects,
        List<EffectChange> attempts,
        List<ReminderChange> reminders,
        List<StoredEvent> events,
        @Nullable StoredState snapshot) {
    /** Nothing. */
    public static final RowChanges NONE = new RowChanges(List.of(), List.of(), List.of(), List.of());

    /**
     * Those of an actor without a journal.
     *
     * @param calls that are done, one per id
     * @param effects that are to be called, in order
     * @param attempts at effects of this key, one per effect
     * @param reminders of this key, one per name
     */
    public RowChanges(
            List<StoredCall> calls,
            List<StoredEffect> effects,
            List<EffectChange> attempts,
            List<ReminderChange> reminders) {
        this(calls, effects, attempts, reminders, List.of(), null);
    }

    /**
     * These, with an event of the journal.
     *
     * @param event behind those that are there
     * @param newSnapshot of the state with this event; null: none
     */
    public RowChanges with(StoredEvent event, @Nullable StoredState newSnapshot) {
        return then(new RowChanges(List.of(), List.of(), List.of(), List.of(), List.of(event), newSnapshot));
    }

    /** Whether there is nothing. */
    public boolean isEmpty() {
        return calls.isEmpty()
                && effects.isEmpty()
                && attempts.isEmpty()
                && reminders.isEmpty()
                && events.isEmpty()
                && snapshot == null;
    }

    /** These and later ones as one: no row is there twice. */
    RowChanges then(RowChanges later) {
        if (isEmpty() || later.isEmpty()) {
            return isEmpty() ? later : this;
        }
        return new RowChanges(
                merged(calls, later.calls, StoredCall::id, (before, after) -> after),
                joined(effects, later.effects),
                merged(attempts, later.attempts, each -> each.effect().id(), (before, after) -> after),
                merged(reminders, later.reminders, ReminderChange::name, ReminderChange::then),
                joined(events, later.events),
                later.snapshot == null ? snapshot : later.snapshot);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
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
        long bytes = 64L * (calls.size() + effects.size() + attempts.size() + reminders.size() + events.size());
        for (StoredCall call : calls) {
            bytes += call.reply().length;
        }
        for (StoredEffect effect : effects) {
            bytes += effect.arguments().length;
        }
        for (ReminderChange reminder : reminders) {
            bytes += reminder.next() == null ? 0 : reminder.next().arguments().length;
        }
        for (StoredEvent event : events) {
            bytes += event.data().length;
        }
        return bytes + (snapshot == null ? 0 : snapshot.data().length);
    }

    /**
     * What has happened in one update of an actor with a journal.
     *
     * @param version number of the update, from 1
     * @param format of the data
     * @param data encoded; not to be changed
     * @param at when, in milliseconds of the epoch
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record StoredEvent(long version, int format, byte[] data, long at) {}
}
