// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.CallCodec;
import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.activation.ReplyCodec;
import io.troupe.cluster.activation.StateHandle;
import io.troupe.cluster.store.Commit;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredCall;
import io.troupe.cluster.store.StoredReminder;
import io.troupe.cluster.store.StoredState;
import io.troupe.cluster.store.WriteLine;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.CallerSide;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.ActorException;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.EndReason;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.OutputGate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
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

    /** Turns in which the answer of a call with an id may come, to be stored with what the call updates. */
    private static final int MOST_ROUNDS = 16;

    private static final Logger LOG = LoggerFactory.getLogger(DurableActor.class);

    private final @Nullable StateHandle handle = StateHandle.claim();
    private final Deque<Submitted> unsettled = new ArrayDeque<>();
    private final RememberedCalls calls = new RememberedCalls();

    /** The call with an id whose updates are gathered: nothing else runs than what follows from it. */
    private @Nullable OngoingCall gathering;

    /** By which the method that runs was called. */
    private @Nullable Reminder reminder;

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
        if (!handle().isServed()) {
            throw leaseOver(false);
        }
        return known;
    }

    /**
     * {@return the reminder by which the method that runs was called; null: by none} In that call, not in what follows it.
     */
    @CallerSide
    protected final @Nullable Reminder reminder() {
        return reminder;
    }

    /**
     * Changes the state, and stores it. In turns of the actor.
     *
     * @param change makes the new state of the present one; if it throws, nothing changes
     * @return the new state, once it is stored; fails with {@link StoreUnavailableException} if it is not known whether it is
     *     stored, with {@link FencedException} if another process has taken over. In a call with a {@link CallId}, an effect or
     *     a reminder it is there at once, as the reply is stored together with the update
     * @throws StoreUnavailableException if the present state could not be read
     * @throws BackpressureException if too many updates of this process wait for the store; nothing changes
     * @throws IllegalArgumentException if the new state has no encoding, or has more than 1 MiB; nothing changes
     */
    @CallerSide
    protected final Promise<STATE> update(UnaryOperator<STATE> change) {
        return change(change, null);
    }

    /**
     * Changes the state, and stores it together with what it causes: calls of other durable actors, and reminders. In turns of
     * the actor.
     *
     * @param change makes the new state of the present one; if it throws, nothing changes
     * @param causes says what the update causes; if it throws, nothing changes
     * @return the new state, as of {@link #update(UnaryOperator)}
     * @throws StoreUnavailableException if the present state could not be read
     * @throws BackpressureException if too many updates of this process wait for the store; nothing changes
     * @throws IllegalArgumentException if the new state or an argument has no encoding, or the state has more than 1 MiB; nothing
     *     changes
     */
    @CallerSide
    protected final Promise<STATE> update(UnaryOperator<STATE> change, Consumer<Effects<SELF>> causes) {
        return change(change, Objects.requireNonNull(causes, "causes"));
    }

    private Promise<STATE> change(UnaryOperator<STATE> change, @Nullable Consumer<Effects<SELF>> causes) {
        STATE next = Objects.requireNonNull(change.apply(state()), "new state");
        StoredState stored = new StoredState(version + 1, format(), encoded(next));
        RowChanges rows = causes == null ? RowChanges.NONE : caused(causes);
        OngoingCall call = gathering;
        if (call != null) {
            if (!handle().hasRoom()) {
                throw tooMany();
            }
            changed(next);
            call.add(handle().key(), stored, rows, gate().close());
            return Promise.of(next);
        }
        SettablePromise<STATE> promise = new SettablePromise<>();
        submit(new StateWrite(handle().key(), stored, rows), 0, () -> promise.complete(next), promise::fail);
        changed(next);
        return promise;
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

    private BackpressureException tooMany() {
        return new BackpressureException("updates must not come faster than they can be stored: " + handle().key());
    }

    /**
     * Sends a write on its way. It is told what has become of it in a later turn.
     *
     * @param closing of the gate that ends when it is stored; 0: the gate is closed now
     */
    private void submit(StateWrite write, long closing, Runnable stored, Consumer<RuntimeException> dropped) {
        WriteLine mine = line;
        if (!handle().write(write, mine, (outcome, cause) -> committed(mine, outcome, cause))) {
            throw tooMany();
        }
        unsettled.add(new Submitted(closing == 0 ? gate().close() : closing, stored, dropped));
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
        if (outcome == Commit.Outcome.STORED && !handle().isServed()) {
            dropAndLoad(leaseOver(true)); // the gate stays shut: somebody else may have answered since
        } else if (outcome == Commit.Outcome.STORED) {
            Submitted first = unsettled.remove();
            gate().open(first.closing);
            first.stored.run();
        } else {
            RuntimeException told = refusal(outcome, cause);
            LOG.warn(
                    "what was not stored is dropped: {}, updates={}, cause={}",
                    handle().key(),
                    unsettled.size(),
                    told.getMessage());
            dropAndLoad(told);
        }
    }

    private StoreUnavailableException leaseOver(boolean maybeExecuted) {
        return new StoreUnavailableException(
                "a member must have a lease to serve its actors: " + handle().key(), maybeExecuted, null);
    }

    private void dropAndLoad(RuntimeException told) {
        drop(told);
        context().holdUntil(load());
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
        List<Submitted> dropped = new ArrayList<>(unsettled);
        unsettled.clear();
        OngoingCall call = gathering;
        gathering = null;
        List<OngoingCall> ongoing = calls.drop();
        gate().discard(told, (target, message) -> lost(told, target, message));
        dropped.forEach(each -> each.dropped.accept(told));
        ongoing.forEach(each -> each.answer.fail(told));
        if (call != null) {
            call.gathered.complete();
        }
    }

    private void lost(RuntimeException told, Cell target, Message message) {
        if (message instanceof AskMessage<?> ask) {
            ask.reject(told);
        } else if (message instanceof Call call) {
            String address = target instanceof Outlet outlet ? outlet.address() : "unknown";
            handle().host().deadLetter(new DeadLetter(address, call.method().toString(), DeadLetter.Reason.NOT_STORED));
        }
    }

    // ---- calls that are done once --------------------------------------------------------------------------------

    private @Nullable Promise<?> once(CallIdentity identity, Call call) throws Throwable {
        state(); // or fails: a call that cannot be remembered is not done
        OngoingCall same = calls.ongoing(identity.id());
        if (same != null) {
            checkMethod(identity, call, same.method);
            return same.answer;
        }
        return calls.isNew(identity.id()) ? execute(identity, call) : lookUp(identity, call);
    }

    private void checkMethod(CallIdentity identity, Call call, String first) {
        if (!CallCodec.methodName(call).equals(first)) {
            throw new IllegalArgumentException("the id of a call must be that of one call: " + handle().key() + ", id="
                    + identity.id() + ", method=" + CallCodec.methodName(call) + ", first=" + first);
        }
    }

    /** Asks the store. Messages wait, so calls stay in order. */
    private Promise<?> lookUp(CallIdentity identity, Call call) {
        String id = identity.id();
        boolean all = calls.wantsIds();
        SettablePromise<Void> begun = new SettablePromise<>();
        context().holdUntil(begun);
        Promise<Known> read = context()
                .blocking(() -> new Known(handle().call(id), all ? handle().callIds(RememberedCalls.MOST + 1) : null));
        read.onComplete((known, failure) -> {
            if (failure != null) {
                begun.complete();
            }
        });
        return read.flatMap(known -> {
            try {
                if (known.ids != null) {
                    calls.install(known.ids);
                }
                return again(identity, call, known.call);
            } catch (Throwable e) {
                if (e instanceof Error error && ActorException.isFatal(e)) {
                    throw error;
                }
                return Promise.failed(e);
            } finally {
                begun.complete();
            }
        });
    }

    @SuppressWarnings("unchecked") // nobody looks at the type
    private Promise<Object> again(CallIdentity identity, Call call, @Nullable StoredCall done) throws Throwable {
        if (done == null || done.expires() <= handle().millis()) {
            Promise<?> answer = execute(identity, call);
            return answer == null ? Promise.of(null) : (Promise<Object>) answer;
        }
        checkMethod(identity, call, done.method());
        Promise<?> reply = handle().calls().replies(call.method()).read(done);
        if (reply == null) {
            throw new StoreUnavailableException(
                    "a call that was done must have left its reply, the process ended before: " + handle().key()
                            + ", id=" + identity.id() + ", method=" + done.method(),
                    true,
                    null);
        }
        return (Promise<Object>) reply;
    }

    /**
     * Calls the method. What it updates is gathered until it has answered, as far as that depends on this actor alone: so the
     * reply is known when the update is stored.
     */
    private @Nullable Promise<?> execute(CallIdentity identity, Call call) throws Throwable {
        state();
        OngoingCall begun = new OngoingCall(
                identity, CallCodec.methodName(call), handle().calls().replies(call.method()), line);
        Promise<?> result;
        gathering = begun;
        reminder = fired(identity.reminder());
        boolean returned = false;
        try {
            result = CallCodec.run(call, this);
            returned = true;
        } catch (Throwable e) {
            if (gathering != begun || begun.isUnchanged() || ActorException.isFatal(e)) {
                throw e;
            }
            result = Promise.failed(e);
            returned = true;
        } finally {
            reminder = null;
            if (!returned) {
                gathering = null;
            }
        }
        if (result == null && begun.isEmpty()) {
            gathering = null;
            return null; // it was put aside, or answers with nothing
        }
        Promise<?> answered = result == null ? Promise.of(null) : result;
        calls.begin(begun);
        if (answered.isSettled()) {
            gathered(begun, answered);
        } else {
            context().holdUntil(begun.gathered);
            gather(begun, answered, MOST_ROUNDS);
        }
        return begun.answer;
    }

    private @Nullable Reminder fired(@Nullable StoredReminder by) {
        if (by == null) {
            return null;
        }
        long late = Math.max(0, handle().millis() - by.due());
        return new Reminder(by.name(), Instant.ofEpochMilli(by.due()), Duration.ofMillis(late));
    }

    /** Lets the continuations of this actor run that are ready, as what they update belongs to the call. */
    private void gather(OngoingCall call, Promise<?> result, int rounds) {
        if (gathering != call) {
            return; // it was dropped
        }
        if (result.isSettled() || rounds == 0) {
            gathered(call, result);
        } else {
            try {
                Objects.requireNonNull(executor, "executor").execute(() -> gather(call, result, rounds - 1));
            } catch (RejectedExecutionException e) {
                gathering = null; // the last turn: what the call has updated is not stored, and it may be repeated
            }
        }
    }

    private void gathered(OngoingCall call, Promise<?> result) {
        gathering = null;
        call.gathered.complete();
        Settled<?> settled = result.result().orElse(null);
        if (settled == null) { // it waits for others
            if (!call.isEmpty()) {
                store(call, ReplyCodec.pending(), () -> {});
            }
            long before = version;
            result.onComplete((value, failure) -> answered(call, before, value, failure));
            return;
        }
        Throwable failure = settled.failure();
        if (failure != null) {
            result.onError(known -> {}); // the caller is told
        }
        if (call.isEmpty()) {
            calls.end(call);
            settle(call, settled.value(), failure);
            return;
        }
        try {
            byte[] reply = failure == null ? call.replies.value(settled.value()) : ReplyCodec.failure(failure);
            store(call, reply, () -> {
                calls.stored(call);
                settle(call, settled.value(), failure);
            });
        } catch (IllegalArgumentException e) {
            dropAndLoad(e); // in place of an update without its reply
        }
    }

    private void store(OngoingCall call, byte[] reply, Runnable stored) {
        StateWrite write = call.write(handle().key(), remembered(call, reply), handle().millis());
        try {
            submit(write, call.number(), stored, told -> {});
        } catch (BackpressureException e) {
            dropAndLoad(e);
        }
    }

    private StoredCall remembered(OngoingCall call, byte[] reply) {
        return call.remembered(reply, handle().millis() + handle().callIdMillis());
    }

    /** The answer of others has come, and with it that of the call. */
    private void answered(OngoingCall call, long before, @Nullable Object value, @Nullable Throwable failure) {
        if (call.line != line) {
            return; // it was dropped
        }
        if (call.isEmpty() && version == before) {
            calls.end(call);
            settle(call, value, failure);
            return;
        }
        try {
            byte[] reply = failure == null ? call.replies.value(value) : ReplyCodec.failure(failure);
            RowChanges rows = new RowChanges(List.of(remembered(call, reply)), List.of(), List.of(), List.of());
            submit(
                    new StateWrite(handle().key(), null, rows),
                    0,
                    () -> {
                        calls.stored(call);
                        settle(call, value, failure);
                    },
                    told -> {});
        } catch (IllegalArgumentException | BackpressureException e) {
            calls.end(call);
            call.answer.fail(e);
        }
    }

    private static void settle(OngoingCall call, @Nullable Object value, @Nullable Throwable failure) {
        if (failure == null) {
            call.answer.complete(value);
        } else {
            call.answer.fail(failure);
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
        handle().receiver(this::once);
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

    /**
     * A write that is not known to be stored.
     *
     * @param closing of the gate that ends with it
     * @param stored runs then
     * @param dropped gets the failure in its place
     */
    private record Submitted(long closing, Runnable stored, Consumer<RuntimeException> dropped) {}

    /** What was found of a call, and the ids of all. */
    private record Known(@Nullable StoredCall call, @Nullable List<String> ids) {}

    /** What was found: perhaps nothing, which a promise cannot tell from null. */
    private static final class Loaded {
        final @Nullable StoredState state;

        Loaded(@Nullable StoredState state) {
            this.state = state;
        }
    }
}
