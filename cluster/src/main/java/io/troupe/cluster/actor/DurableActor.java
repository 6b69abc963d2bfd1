// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.activation.OnceReceiver;
import io.troupe.cluster.activation.StateHandle;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.RowChanges.StoredEvent;
import io.troupe.cluster.store.StateStore.StoredJournal;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredState;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.CallerSide;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.EndReason;
import io.troupe.core.message.Call;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.OutputGate;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The base class of actors whose state outlives their process: extend it, name a record as the state, and change it by
 * {@link #update}. A cluster makes the object of a key at its first call, reads its state before
 * that call is delivered, and drops the object when it has been idle for a time. Like all actors it runs one turn at a time and
 * needs no locks.
 *
 * <p><b>What a caller has seen is stored.</b> An update changes the state in memory at once, so that later messages see it, and
 * is stored in the background, together with updates of other actors. Until it is stored, the actor goes on, but what it
 * sends waits: the answers to its callers and its calls to others. If an update cannot be stored, the actor drops all that
 * was not stored, with what waits for it, and reads its state again; callers get {@link StoreUnavailableException}. Items of
 * callbacks, channels and topics do not wait, nor do promises that the actor has handed out by other ways.
 *
 * <pre>{@code
 * public class Account extends DurableActor<Account, Account.State> {
 *     public record State(long cents) {}
 *
 *     protected State initial() { return new State(0); }
 *
 *     public Promise<Long> deposit(long cents) {
 *         return update(s -> new State(s.cents() + cents)).map(State::cents);
 *     }
 * }
 * }</pre>
 *
 * @param <SELF> the class itself
 * @param <STATE> a record; immutable, and so are its components
 */
public abstract non-sealed class DurableActor<SELF, STATE extends Record> extends Actor<SELF>
        implements KeyedActor<SELF> {
    private static final Logger LOG = LoggerFactory.getLogger(DurableActor.class);

    /** In the place of a version. */
    private static final long READING = -1;

    private final @Nullable StateHandle handle = StateHandle.claim();
    private @Nullable Journal<SELF, STATE, ?> journal;

    /** From the first update on. */
    private @Nullable PendingWrites writes;
    /** From the first call on that may come again. */
    private @Nullable OnceCalls calls;

    private @Nullable STATE state;
    /** Why there is no state. */
    private @Nullable RuntimeException failure;

    /** Of the newest update, stored or not; {@link #READING} while the state is read. */
    private long version;

    /** That of the actor; null: it has not started. */
    private @Nullable Cell cell;

    /** Whether an update is being made, of the present state. */
    private boolean changing;

    /** Makes the object of an actor, in the factory that a cluster was given. */
    protected DurableActor() {}

    /**
     * {@return the state of a key that has none yet} Components that a stored state does not have, as they were added later,
     * are those of this one. In a turn of the actor, when its state is read.
     */
    protected abstract STATE initial();

    /**
     * {@return the number of the format in which states are stored, 1 if not overridden} Components may be added without a
     * new number: states that were stored before have those of {@link #initial} there, and null, zero or an empty {@code Optional}
     * in records that they hold. Components may be taken away. A component that is renamed keeps its name in the store by
     * {@link StoredName}, a record of a sealed interface by {@link TypeName}. Every other change needs a new number, and
     * {@link #upgrade}.
     */
    protected int format() {
        return 1;
    }

    /**
     * Makes a state of this format from one that was stored in another one. In a turn of the actor, when it is read.
     *
     * @param from number of the other format
     * @param stored the components of the stored record by name: numbers are {@code Integer}, {@code Long} or {@code Double},
     *     records are maps, which have the name of their type as {@code @type} where a sealed interface permits several
     * @return the state, which is stored in this format with the next update
     */
    protected STATE upgrade(int from, Map<String, @Nullable Object> stored) {
        throw new UnsupportedOperationException("a class must override upgrade to read another format: class="
                + getClass().getName() + ", stored=" + from + ", format=" + format());
    }

    /** Runs in a turn of the actor when its state has been read, before the first call: at the beginning, and again after a failure. */
    protected void onActivate() {}

    /**
     * {@return the key of this actor}
     *
     * @throws IllegalStateException if no cluster has made this object
     */
    @CallerSide
    protected final String key() {
        return handle().key().key();
    }

    /**
     * {@return the state, with all updates so far, stored or not} In turns of the actor.
     *
     * @throws StoreUnavailableException if it could not be read; it is tried again then
     * @throws IllegalStateException if no cluster has made this object
     */
    @CallerSide
    protected final STATE state() {
        STATE known = state;
        if (known == null) {
            throw unavailable();
        }
        if (!handle().isServed()) {
            throw PendingWrites.notServed(handle(), false);
        }
        return known;
    }

    /**
     * {@return the reminder by which the method that runs was called; null: by none} In that call, not in what follows it.
     */
    @CallerSide
    protected final @Nullable Reminder reminder() {
        return calls == null ? null : calls.reminder();
    }

    /**
     * Changes the state, and stores it. In turns of the actor.
     *
     * @param change makes the new state of the present one; if it throws, nothing changes
     * @return the new state, once it is stored; fails with {@link StoreUnavailableException} if it is not known whether it is
     *     stored, with {@link FencedException} if another process has taken over. In a call with a {@link CallId}, an effect or
     *     a reminder it is there at once, as the reply is stored together with the update
     * @throws StoreUnavailableException if the present state could not be read
     * @throws IllegalStateException if it is no turn of the actor, or another update is being made; nothing changes
     * @throws BackpressureException if too many updates of this process wait for the store; nothing changes
     * @throws IllegalArgumentException if the new state has no encoding, or has more than 1 MiB; nothing changes
     */
    @CallerSide
    protected final Promise<STATE> update(UnaryOperator<STATE> change) {
        return updated(Objects.requireNonNull(change, "change"), null);
    }

    /**
     * Changes the state, and stores it together with what it causes: calls of other durable actors, and reminders. In turns of
     * the actor.
     *
     * @param change makes the new state of the present one; if it throws, nothing changes
     * @param causes says what the update causes; if it throws, nothing changes
     * @return the new state, as of {@link #update(UnaryOperator)}
     * @throws StoreUnavailableException if the present state could not be read
     * @throws IllegalStateException if it is no turn of the actor, or another update is being made; nothing changes
     * @throws BackpressureException if too many updates of this process wait for the store; nothing changes
     * @throws IllegalArgumentException if the new state or an argument has no encoding, or the state has more than 1 MiB; nothing
     *     changes
     */
    @CallerSide
    protected final Promise<STATE> update(UnaryOperator<STATE> change, Consumer<Effects<SELF>> causes) {
        return updated(Objects.requireNonNull(change, "change"), Objects.requireNonNull(causes, "causes"));
    }

    /**
     * Takes the answer of another actor as part of the call that runs. In a call with a {@link CallId}, an effect or a reminder,
     * what is updated when such an answer has come is stored together with the id of the call, and the last of it with the reply:
     *
     * <pre>{@code
     * public Promise<Long> depositIn(String currency, long amount) {
     *     return inCall(rates.of(currency))
     *             .flatMap(rate -> update(s -> new State(s.cents() + amount * rate)))
     *             .map(State::cents);
     * }
     * }</pre>
     *
     * <p>While the call waits, other messages are executed. Without this method, what is updated after waiting is stored by itself
     * and the id in a later commit: if the process ends between them, a repeated call is executed again. The method of the call
     * must return a promise of what it does. In turns of the actor; in other calls it changes nothing.
     *
     * @param <T> type of the answer
     * @param answer of another actor, or of blocking work
     * @return settles as the answer does; fails if updates before it could not be stored
     */
    @CallerSide
    protected final <T> Promise<T> inCall(Promise<T> answer) {
        Objects.requireNonNull(answer, "answer");
        handle();
        return calls == null ? answer : calls.within(answer);
    }

    /**
     * Gives the actor a journal: it records events, which are stored, in place of updates. Once, in a field of the class:
     *
     * <pre>{@code
     * private final Journal<Ledger, State, Entry> journal = journal(Entry.class, Ledger::apply);
     * }</pre>
     *
     * <p>A snapshot of the state is stored with every hundredth event.
     *
     * @param <EVENT> class of the events
     * @param type the class itself, a record or a sealed interface of records
     * @param apply makes the state after an event; must depend on nothing else, as it runs again when the state is read
     * @return the journal
     * @throws IllegalStateException if the actor has one
     */
    @CallerSide
    protected final <EVENT> Journal<SELF, STATE, EVENT> journal(
            Class<EVENT> type, BiFunction<STATE, EVENT, STATE> apply) {
        return journal(type, apply, Journal.SNAPSHOT_EVERY);
    }

    /**
     * Gives the actor a journal, see {@link #journal(Class, BiFunction)}.
     *
     * @param <EVENT> class of the events
     * @param type the class itself, a record or a sealed interface of records
     * @param apply makes the state after an event
     * @param snapshotEvery events from one snapshot to the next, 1 to 10,000: as many are applied at most when the state is read
     * @return the journal
     * @throws IllegalStateException if the actor has one
     * @throws IllegalArgumentException if the number is out of its range
     */
    @CallerSide
    protected final <EVENT> Journal<SELF, STATE, EVENT> journal(
            Class<EVENT> type, BiFunction<STATE, EVENT, STATE> apply, int snapshotEvery) {
        if (journal != null) {
            throw new IllegalStateException(
                    "an actor must have one journal: class=" + getClass().getName());
        }
        Journal<SELF, STATE, EVENT> made = new Journal<>(this::change, type, apply, snapshotEvery);
        journal = made;
        return made;
    }

    private Promise<STATE> updated(UnaryOperator<STATE> change, @Nullable Consumer<Effects<SELF>> causes) {
        if (journal != null) {
            throw new IllegalStateException(
                    "an actor with a journal must record events, not update: " + handle().key());
        }
        return change(
                (before, next) -> {
                    STATE after = Objects.requireNonNull(change.apply(before), "new state");
                    return new Change.Next<>(after, form().write(after, next), null, null);
                },
                causes);
    }

    private Promise<STATE> change(Change<STATE> change, @Nullable Consumer<Effects<SELF>> causes) {
        checkTurn();
        STATE before = state();
        if (changing) { // it would be of the same state, and one of the two would be lost
            throw new IllegalStateException(
                    "an update must be made when the one before is, not within it: " + handle().key());
        }
        Change.Next<STATE> next;
        RowChanges caused;
        changing = true;
        try {
            next = change.of(before, version + 1);
            caused = causes == null ? RowChanges.NONE : caused(causes);
        } finally {
            changing = false;
        }
        StoredEvent event = next.event();
        RowChanges rows = event == null ? caused : caused.with(event, next.snapshot());
        OngoingCall call = calls == null ? null : calls.gathering();
        if (call != null) {
            writes().checkRoom();
            call.add(handle().key(), next.stored(), rows, writes().closeGate());
            changed(next.state());
            return Promise.of(next.state());
        }
        SettablePromise<STATE> promise = new SettablePromise<>();
        writes().submit(
                        new StateWrite(handle().key(), next.stored(), rows),
                        0,
                        () -> promise.complete(next.state()),
                        promise::fail);
        changed(next.state());
        return promise;
    }

    /** Before anything else: whoever reads the state may load it, which is only for turns. */
    private void checkTurn() {
        if (cell != null && CellThread.currentCell() != cell) {
            throw new IllegalStateException("an update must be made in a turn of its actor: " + handle().key()
                    + ", thread=" + Thread.currentThread().getName());
        }
    }

    private RowChanges caused(Consumer<Effects<SELF>> causes) {
        Effects<SELF> effects = new Effects<>(handle(), version + 1);
        causes.accept(effects);
        return effects.close();
    }

    private void changed(STATE next) {
        version++;
        state = next;
    }

    private void dropAndLoad(RuntimeException told) {
        drop(told);
        context().holdUntil(load());
    }

    /** Fails all that is not stored. The continuations of those promises still run, in turns of this object. */
    private void drop(RuntimeException told) {
        state = null;
        failure = told;
        if (writes != null) {
            writes.drop(told);
        }
        if (calls != null) {
            calls.drop(told);
        }
    }

    // ---- reading -------------------------------------------------------------------------------------------------

    private Promise<Void> load() {
        version = READING;
        return PatientReading.of(context(), handle(), this::stored)
                .map(this::install)
                .recover(this::notLoaded);
    }

    private Promise<Loaded> stored() {
        Promise<StoredState> row = handle().load();
        return journal == null
                ? row.map(stored -> new Loaded(stored, null))
                : row.flatMap(stored -> handle().journal().map(events -> new Loaded(stored, events)));
    }

    private Void install(Loaded loaded) {
        StoredState stored = loaded.state;
        long read = stored == null ? 0 : stored.version();
        if (loaded.events != null && journal != null) {
            state = journal.recover(stored, loaded.events);
        } else {
            state = stored == null ? form().initial() : form().read(stored);
        }
        version = read;
        failure = null;
        handle().loaded();
        onActivate();
        return nothing();
    }

    private Void notLoaded(Throwable cause) {
        version = 0;
        state = null;
        failure = cause instanceof StoreUnavailableException known
                ? known
                : new StoreUnavailableException(
                        "a state must be read before it is used: " + handle().key() + ", cause=" + cause.getMessage(),
                        false,
                        cause);
        if (cause instanceof StoreException) { // not the fault of the key
            if (!handle().isServed()) {
                context().stopWhenIdle(); // once there is a lease, the next object reads the state first
            }
            return nothing();
        }
        long pause = handle().failed(context().clock().nanos());
        if (pause > 0) {
            LOG.error(
                    "a key that cannot be read is left alone for {}: {}",
                    Duration.ofNanos(pause),
                    failure.getMessage());
        }
        return nothing();
    }

    private void readAgain() {
        if (state == null) {
            RuntimeException unused = unavailable();
        }
    }

    private RuntimeException unavailable() {
        handle();
        RuntimeException known = failure;
        if (known == null) {
            return new IllegalStateException("the state is there when onActivate runs, not before: " + handle().key());
        }
        if (version != READING && handle().mayLoad(context().clock().nanos())) {
            context().holdUntil(load());
        }
        return known;
    }

    @SuppressWarnings("NullAway") // the only value of its type
    private static Void nothing() {
        return null;
    }

    // ---- life ----------------------------------------------------------------------------------------------------

    /** Reads the state. To be told when it is there, override {@link #onActivate}. */
    @CallerSide
    @Override
    protected final Promise<?> onStart() {
        StateHandle mine = handle();
        cell = CellThread.currentCell();
        if (journal != null) {
            journal.begin(mine, form(), context());
        }
        mine.receiver(new Receiver());
        return load();
    }

    /** Drops what waits for updates that are not stored yet; whether they will be is not known. */
    @CallerSide
    @Override
    protected final void onStop() {
        drop(ended(EndReason.STOPPED));
        handle().leave();
    }

    /** Drops what waits for updates that are not stored yet; whether they will be is not known. */
    @CallerSide
    @Override
    protected final void onRestart(Throwable cause) {
        drop(ended(EndReason.RESTARTED));
    }

    private RuntimeException ended(EndReason reason) {
        return new ActorStoppedException(
                "the actor has ended before its update was stored", context().address(), null, reason, true, null);
    }

    private long readVersion() {
        state();
        return version;
    }

    private StateForm<STATE> form() {
        return new StateForm<>(handle(), this);
    }

    private PendingWrites writes() {
        PendingWrites known = writes;
        if (known == null) {
            OutputGate gate = OutputGate.of(Objects.requireNonNull(cell, "started"));
            known = new PendingWrites(handle(), gate, context().executor(), this::dropAndLoad);
            writes = known;
        }
        return known;
    }

    private OnceCalls calls() {
        OnceCalls known = calls;
        if (known == null) {
            known = new OnceCalls(handle(), writes(), context(), this, this::readVersion);
            calls = known;
        }
        return known;
    }

    private StateHandle handle() {
        if (handle == null) {
            throw new IllegalStateException(
                    this instanceof Reference
                            ? "a reference has no state, its actor has: class="
                                    + getClass().getName()
                            : "a durable actor must be made by a cluster, not by spawn: class="
                                    + getClass().getName());
        }
        return handle;
    }

    /** What others of the cluster see of this object. */
    private final class Receiver implements OnceReceiver {
        @Override
        public @Nullable Promise<?> once(CallIdentity identity, Call call) throws Throwable {
            return calls().once(identity, call);
        }

        @Override
        public void wake() {
            readAgain();
        }
    }

    /**
     * What was found.
     *
     * @param state null: none
     * @param events of the journal; null: the actor has none
     */
    private record Loaded(@Nullable StoredState state, @Nullable StoredJournal events) {}
}
