// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.StateCodec;
import io.troupe.cluster.activation.StateHandle;
import io.troupe.cluster.store.RowChanges.StoredEvent;
import io.troupe.cluster.store.StateStore.StoredJournal;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredState;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.promise.Promise;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The history of a durable actor: what has happened, one event after the other. The state follows from the events, and is
 * what {@link DurableActor#state} gives. Each event is stored in the transaction of its update, for ever; now and then the
 * state is stored with it, so that few events have to be read when the actor gets its object. Made by
 * {@link DurableActor#journal(Class, BiFunction)}; used in turns of the actor.
 *
 * <pre>{@code
 * public class Ledger extends DurableActor<Ledger, Ledger.State> {
 *     public record State(long cents) {}
 *
 *     public sealed interface Entry {}
 *     public record Deposited(long cents) implements Entry {}
 *     public record Paid(long cents, String to) implements Entry {}
 *
 *     private final Journal<Ledger, State, Entry> journal = journal(Entry.class, Ledger::apply);
 *
 *     public Promise<Long> deposit(long cents) {
 *         return journal.record(new Deposited(cents)).map(State::cents);
 *     }
 * }
 * }</pre>
 *
 * <p>Events of before a change of their class are read: components may be added, which are null, zero or empty there; names
 * stay in the store by {@link TypeName} and {@link StoredName}. An event that means something else is a class beside the old one.
 *
 * @param <SELF> the class of the actor
 * @param <STATE> class of its states
 * @param <EVENT> class of its events
 */
public final class Journal<SELF, STATE extends Record, EVENT> {
    /** Events from one snapshot to the next, unless an actor says otherwise. */
    static final int SNAPSHOT_EVERY = 100;

    /** Most of them. */
    static final int RAREST_SNAPSHOT = 10_000;

    /** Most bytes of one event. */
    static final int MOST_BYTES = 1 << 16;

    /** Most events that are read at once. */
    static final int MOST_EVENTS = 1_000;

    /** How events are stored in this release. */
    private static final int FORMAT = 1;

    private final BiFunction<Change<STATE>, @Nullable Consumer<Effects<SELF>>, Promise<STATE>> actor;
    private final Class<EVENT> type;
    private final BiFunction<STATE, EVENT, STATE> apply;
    private final int snapshotEvery;

    // from the start on
    private @Nullable StateHandle handle;
    private @Nullable StateForm<STATE> form;
    private @Nullable ActorContext context;

    /** Version of the newest snapshot, stored or not. */
    private long snapshot;

    /**
     * Empty.
     *
     * @param actor changes the state and stores what belongs to it
     */
    Journal(
            BiFunction<Change<STATE>, @Nullable Consumer<Effects<SELF>>, Promise<STATE>> actor,
            Class<EVENT> type,
            BiFunction<STATE, EVENT, STATE> apply,
            int snapshotEvery) {
        if (snapshotEvery < 1 || snapshotEvery > RAREST_SNAPSHOT) {
            throw new IllegalArgumentException(
                    "snapshotEvery must be from 1 to " + RAREST_SNAPSHOT + ": snapshotEvery=" + snapshotEvery);
        }
        this.actor = actor;
        this.type = Objects.requireNonNull(type, "type");
        this.apply = Objects.requireNonNull(apply, "apply");
        this.snapshotEvery = snapshotEvery;
    }

    /** The actor has started. */
    void begin(StateHandle newHandle, StateForm<STATE> newForm, ActorContext newContext) {
        handle = newHandle;
        form = newForm;
        context = newContext;
    }

    /**
     * Changes the state by an event, and stores the event.
     *
     * @param event what has happened; if applying it throws, it has not
     * @return the new state, once the event is stored; fails as {@link DurableActor#update(java.util.function.UnaryOperator)} does
     * @throws IllegalStateException outside of the turns of the actor, or within another change of its state; nothing changes
     * @throws StoreUnavailableException if the present state could not be read
     * @throws BackpressureException if too many updates of this process wait for the store; nothing changes
     * @throws IllegalArgumentException if the event has no encoding or more than 64 KiB, or a snapshot is due and the state
     *     has more than 1 MiB; nothing changes
     */
    public Promise<STATE> record(EVENT event) {
        return recorded(event, null);
    }

    /**
     * Changes the state by an event, and stores the event together with what it causes.
     *
     * @param event what has happened; if applying it throws, it has not
     * @param causes says what it causes; if it throws, nothing changes
     * @return the new state, as of {@link #record(Object)}
     * @throws IllegalStateException outside of the turns of the actor, or within another change of its state; nothing changes
     * @throws StoreUnavailableException if the present state could not be read
     * @throws BackpressureException if too many updates of this process wait for the store; nothing changes
     * @throws IllegalArgumentException if the event or an argument has no encoding, or too many bytes; nothing changes
     */
    public Promise<STATE> record(EVENT event, Consumer<Effects<SELF>> causes) {
        return recorded(event, Objects.requireNonNull(causes, "causes"));
    }

    private Promise<STATE> recorded(EVENT event, @Nullable Consumer<Effects<SELF>> causes) {
        Objects.requireNonNull(event, "event");
        long[] taken = new long[1];
        Promise<STATE> stored = actor.apply(
                (before, version) -> {
                    STATE after = Objects.requireNonNull(apply.apply(before, event), "state after an event");
                    StoredEvent row = new StoredEvent(version, FORMAT, encoded(event), handle().millis());
                    taken[0] = version - snapshot < snapshotEvery ? snapshot : version;
                    StoredState taking = taken[0] == version ? form().write(after, version) : null;
                    return new Change.Next<>(after, StoredState.ofJournal(version), row, taking);
                },
                causes);
        snapshot = taken[0];
        return stored;
    }

    private byte[] encoded(EVENT event) {
        byte[] data;
        try {
            data = codec().write(event);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "an event must have an encoding: " + handle().key() + ", event="
                            + event.getClass().getName() + ", cause=" + e.getMessage(),
                    e);
        }
        if (data.length > MOST_BYTES) {
            throw new IllegalArgumentException("an event must have at most " + MOST_BYTES + " bytes: " + handle().key()
                    + ", event=" + event.getClass().getName() + ", bytes=" + data.length);
        }
        return data;
    }

    /**
     * Reads events of this actor that are stored, the oldest first. One that was recorded a moment ago may be missing: it is
     * there when the promise of {@link #record(Object)} has settled in a call without a {@link CallId}.
     *
     * @param from number of the first that is wanted; the first of all is 1
     * @param limit most that are wanted, 1 to 1,000
     * @return a list of those that there are; fails with {@link StoreUnavailableException} if they cannot be read
     * @throws IllegalArgumentException if a number is out of its range
     */
    public Promise<List<Recorded<EVENT>>> events(long from, int limit) {
        if (from < 1 || limit < 1 || limit > MOST_EVENTS) {
            throw new IllegalArgumentException(
                    "events must be read from 1 on, up to " + MOST_EVENTS + ": from=" + from + ", limit=" + limit);
        }
        StateHandle mine = handle();
        return Objects.requireNonNull(context, "started")
                .blocking(() -> stored(mine, from - 1, limit))
                .map(rows -> rows.stream().map(this::recorded).toList());
    }

    private static List<StoredEvent> stored(StateHandle handle, long after, int limit) {
        try {
            return handle.events(after, limit);
        } catch (StoreException e) {
            throw new StoreUnavailableException(
                    "events must be readable: " + handle.key() + ", cause=" + e.getMessage(), false, e);
        }
    }

    private Recorded<EVENT> recorded(StoredEvent row) {
        return new Recorded<>(row.version(), Instant.ofEpochMilli(row.at()), decoded(row));
    }

    @SuppressWarnings("unchecked") // the codec is that of the class
    private EVENT decoded(StoredEvent row) {
        if (row.format() != FORMAT) {
            throw unreadable(row, "its format is " + row.format() + ", this release reads " + FORMAT, null);
        }
        try {
            return (EVENT) codec().read(row.data());
        } catch (RuntimeException e) {
            throw unreadable(row, e.getMessage(), e);
        }
    }

    private StoreUnavailableException unreadable(StoredEvent row, @Nullable String why, @Nullable Throwable cause) {
        return new StoreUnavailableException(
                "a stored event must be readable: " + handle().key() + ", number=" + row.version() + ", cause=" + why,
                false,
                cause);
    }

    // ---- recovery ------------------------------------------------------------------------------------------------

    /**
     * The state that follows from a snapshot and the events behind it.
     *
     * @param row of the actor; null: none
     * @throws RuntimeException if they do not lead to its version
     */
    STATE recover(@Nullable StoredState row, StoredJournal stored) {
        if (row != null && row.format() != StoredState.JOURNAL) {
            throw new StoreUnavailableException(
                    "an actor with a journal must have had it from its first update on: " + handle().key()
                            + ", version=" + row.version(),
                    false,
                    null);
        }
        codec(); // its absence is told before the first event
        long version = row == null ? 0 : row.version();
        StoredState newest = stored.snapshot();
        STATE state = newest == null ? form().initial() : form().read(newest);
        long at = newest == null ? 0 : newest.version();
        snapshot = at;
        for (StoredEvent event : stored.events()) {
            if (event.version() == at + 1 && at < version) { // those behind belong to an owner after this one
                state = applied(state, event);
                at++;
            }
        }
        if (at != version) {
            throw new StoreUnavailableException(
                    "the events of a journal must lead to its version: " + handle().key() + ", version=" + version
                            + ", found=" + at,
                    false,
                    null);
        }
        return state;
    }

    private STATE applied(STATE state, StoredEvent row) {
        EVENT event = decoded(row);
        try {
            return Objects.requireNonNull(apply.apply(state, event), "state after an event");
        } catch (RuntimeException e) {
            throw new StoreUnavailableException(
                    "a stored event must apply: " + handle().key() + ", number=" + row.version() + ", cause=" + e,
                    false,
                    e);
        }
    }

    private StateCodec codec() {
        try {
            return handle().codecs().events(type);
        } catch (IllegalArgumentException e) {
            throw new StoreUnavailableException(
                    "the events of a journal must have an encoding: " + handle().key() + ", events=" + type.getName()
                            + ", cause=" + e.getMessage(),
                    false,
                    e);
        }
    }

    private StateHandle handle() {
        return Objects.requireNonNull(handle, "started");
    }

    private StateForm<STATE> form() {
        return Objects.requireNonNull(form, "started");
    }

    /**
     * An event as it was recorded.
     *
     * @param <EVENT> class of the events
     * @param number of the event, from 1
     * @param at when, by the clock of the system
     * @param event what has happened
     */
    public record Recorded<EVENT>(long number, Instant at, EVENT event) {}
}
