// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.StateHandle;
import io.troupe.cluster.store.Commit;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredState;
import io.troupe.cluster.store.WriteLine;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.CallerSide;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.EndReason;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.OutputGate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The base class of actors whose state outlives their process: extend it, name a record as the state, and change it by
 * {@link #update}. A cluster makes the object of a key at its first call, reads its state before
 * that call is delivered, and drops the object when it has been idle for a time. Like all actors it runs one turn at a time and needs no locks.
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
public abstract class DurableActor<SELF, STATE extends Record> extends Actor<SELF> {
    /** Most bytes of one state. */
    static final int MOST_BYTES = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(DurableActor.class);

    private final @Nullable StateHandle handle = StateHandle.claim();
    private final Deque<Update<STATE>> unsettled = new ArrayDeque<>();

    private @Nullable OutputGate gate;
    private @Nullable Executor executor;
    private @Nullable STATE state;
    /** Why there is no state. */
    private @Nullable RuntimeException failure;

    private boolean loading;
    private long version;
    /** Of the updates since the state was read. */
    private WriteLine line = new WriteLine();

    /** Makes the object of an actor, in the factory that a cluster was given. */
    protected DurableActor() {}

    /** {@return the state of a key that has none yet} In a turn of the actor, when it is read. */
    protected abstract STATE initial();

    /**
     * {@return the number of the format in which states are stored, 1 if not overridden} Components may be added without a
     * new number: states that were stored before have null, zero or an empty {@code Optional} there. Every other change of the record
     * needs a new number, and {@link #upgrade}.
     */
    protected int format() {
        return 1;
    }

    /**
     * Makes a state of this format from one that was stored in another one. In a turn of the actor, when it is read.
     *
     * @param from number of the other format
     * @param stored the components of the stored record by name: numbers are {@code Long} or {@code Double}, records are maps
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
        return known;
    }

    /**
     * Changes the state, and stores it. In turns of the actor.
     *
     * @param change makes the new state of the present one; if it throws, nothing changes
     * @return the new state, once it is stored; fails with {@link StoreUnavailableException} if it is not known whether it is
     *     stored, with {@link FencedException} if another process has taken over
     * @throws StoreUnavailableException if the present state could not be read
     * @throws BackpressureException if too many updates of this process wait for the store; nothing changes
     * @throws IllegalArgumentException if the new state has no encoding, or has more than 1 MiB; nothing changes
     */
    @CallerSide
    protected final Promise<STATE> update(UnaryOperator<STATE> change) {
        STATE next = Objects.requireNonNull(change.apply(state()), "new state");
        StoredState stored = new StoredState(version + 1, format(), encoded(next));
        WriteLine mine = line;
        if (!handle().write(stored, mine, (outcome, cause) -> committed(mine, outcome, cause))) {
            throw new BackpressureException("updates must not come faster than they can be stored: " + handle().key());
        }
        version++;
        state = next;
        Update<STATE> update = new Update<>(gate().close(), next, new SettablePromise<>());
        unsettled.add(update);
        return update.promise;
    }

    private byte[] encoded(STATE next) {
        byte[] data;
        try {
            data = handle().codec().write(next);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "a state must have an encoding: " + handle().key() + ", cause=" + e.getMessage(), e);
        }
        if (data.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "a state must have at most " + MOST_BYTES + " bytes: " + handle().key() + ", bytes=" + data.length);
        }
        return data;
    }

    // ---- commits -------------------------------------------------------------------------------------------------

    /** On the committing thread. */
    private void committed(WriteLine of, Commit.Outcome outcome, @Nullable StoreException cause) {
        try {
            Objects.requireNonNull(executor, "executor").execute(() -> settle(of, outcome, cause));
        } catch (RejectedExecutionException e) {
            // the actor has ended, and with it the calls that it owed
        }
    }

    private void settle(WriteLine of, Commit.Outcome outcome, @Nullable StoreException cause) {
        if (of != line) {
            return; // it was dropped with those before it
        }
        if (outcome == Commit.Outcome.STORED) {
            Update<STATE> update = unsettled.remove();
            gate().open(update.number);
            update.promise.complete(update.state);
        } else {
            RuntimeException told = refusal(outcome, cause);
            LOG.warn(
                    "what was not stored is dropped: {}, updates={}, cause={}",
                    handle().key(),
                    unsettled.size(),
                    told.getMessage());
            drop(told);
            context().holdUntil(load());
        }
    }

    private RuntimeException refusal(Commit.Outcome outcome, @Nullable StoreException cause) {
        String facts = handle().key() + ", version=" + version;
        return switch (outcome) {
            case REFUSED -> new FencedException("an update must come from the process that owns the actor: " + facts);
            case DROPPED ->
                new StoreUnavailableException("an update must be stored, the store is closing: " + facts, false, null);
            default ->
                new StoreUnavailableException(
                        "an update must be stored: " + facts + ", cause="
                                + (cause == null ? "none" : cause.getMessage()),
                        true,
                        cause);
        };
    }

    /** Fails all that is not stored. The continuations of those promises still run, in turns of this object. */
    private void drop(RuntimeException told) {
        state = null;
        failure = told;
        line = new WriteLine();
        List<Update<STATE>> dropped = new ArrayList<>(unsettled);
        unsettled.clear();
        gate().discard(told, (target, message) -> lost(told, target, message));
        dropped.forEach(update -> update.promise.fail(told));
    }

    private void lost(RuntimeException told, Cell target, Message message) {
        if (message instanceof AskMessage<?> ask) {
            ask.reject(told);
        } else if (message instanceof Call call) {
            String address = target instanceof Outlet outlet ? outlet.address() : "unknown";
            handle().host().deadLetter(new DeadLetter(address, call.method().toString(), DeadLetter.Reason.NOT_STORED));
        }
    }

    // ---- reading -------------------------------------------------------------------------------------------------

    private Promise<Void> load() {
        loading = true;
        return context()
                .blocking(() -> new Loaded(handle().load()))
                .map(this::install)
                .recover(this::notLoaded);
    }

    private Void install(Loaded loaded) {
        StoredState stored = loaded.state;
        STATE read = stored == null ? initial() : decoded(stored);
        state = Objects.requireNonNull(read, "state");
        version = stored == null ? 0 : stored.version();
        failure = null;
        loading = false;
        handle().quarantine().loaded();
        onActivate();
        return nothing();
    }

    @SuppressWarnings("unchecked") // the codec is that of the record
    private STATE decoded(StoredState stored) {
        try {
            return stored.format() == format()
                    ? (STATE) handle().codec().read(stored.data())
                    : upgrade(stored.format(), handle().codec().readComponents(stored.data()));
        } catch (RuntimeException e) {
            throw new StoreUnavailableException(
                    "a stored state must be readable: " + handle().key() + ", version=" + stored.version() + ", format="
                            + stored.format() + ", cause=" + e.getMessage(),
                    false,
                    e);
        }
    }

    private Void notLoaded(Throwable cause) {
        loading = false;
        state = null;
        failure = cause instanceof StoreUnavailableException known
                ? known
                : new StoreUnavailableException(
                        "a state must be read before it is used: " + handle().key() + ", cause=" + cause.getMessage(),
                        false,
                        cause);
        long pause = handle().quarantine().failed(context().clock().nanos());
        if (pause > 0) {
            LOG.error(
                    "a key that cannot be read is left alone for {}: {}",
                    Duration.ofNanos(pause),
                    failure.getMessage());
        }
        return nothing();
    }

    private RuntimeException unavailable() {
        handle();
        RuntimeException known = failure;
        if (known == null) {
            return new IllegalStateException("the state is there when onActivate runs, not before: " + handle().key());
        }
        if (!loading && handle().quarantine().mayLoad(context().clock().nanos())) {
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
        handle();
        gate = OutputGate.of(Objects.requireNonNull(CellThread.currentCell(), "turn"));
        executor = context().executor();
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

    private OutputGate gate() {
        return Objects.requireNonNull(gate, "started");
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

    /** One that is not known to be stored. */
    private static final class Update<S> {
        final long number;
        final S state;
        final SettablePromise<S> promise;

        Update(long number, S state, SettablePromise<S> promise) {
            this.number = number;
            this.state = state;
            this.promise = promise;
        }
    }

    /** What was found: perhaps nothing, which a promise cannot tell from null. */
    private static final class Loaded {
        final @Nullable StoredState state;

        Loaded(@Nullable StoredState state) {
            this.state = state;
        }
    }
}
