// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import io.troupe.cluster.activation.CallCodec;
import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.activation.ReplyCodec;
import io.troupe.cluster.activation.StateHandle;
import io.troupe.cluster.store.RowChanges;
import io.troupe.cluster.store.StateStore.RememberedCall;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoredCall;
import io.troupe.cluster.store.StoredReminder;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.ActorException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one object that may come again and are done once: calls with ids, effects and reminders. What such a call
 * updates is stored with its id and its reply. In turns of the actor.
 */
final class OnceCalls {
    /** Turns in which the answer of a call with an id may come, to be stored with what the call updates. */
    private static final int MOST_ROUNDS = 16;

    private final StateHandle handle;
    private final PendingWrites writes;
    private final ActorContext context;
    private final Object actor;
    private final LongSupplier version;
    private final RememberedCalls calls = new RememberedCalls();

    /** The call whose updates are gathered: nothing else runs than what follows from it. */
    private @Nullable OngoingCall gathering;

    /** By which the method that runs was called. */
    private @Nullable Reminder reminder;

    /**
     * Knows no call.
     *
     * @param handle of the actor
     * @param writes of this object
     * @param context of the actor
     * @param actor whose methods are called
     * @param version of the state; throws if it could not be read
     */
    OnceCalls(StateHandle handle, PendingWrites writes, ActorContext context, Object actor, LongSupplier version) {
        this.handle = handle;
        this.writes = writes;
        this.context = context;
        this.actor = actor;
        this.version = version;
    }

    /** The call that what is updated now belongs to; null: none. */
    @Nullable
    OngoingCall gathering() {
        return gathering;
    }

    /** By which the method that runs was called; null: by none. */
    @Nullable
    Reminder reminder() {
        return reminder;
    }

    /** Does a call, unless it was done before. */
    @Nullable
    Promise<?> once(CallIdentity identity, Call call) throws Throwable {
        checkState();
        OngoingCall same = calls.ongoing(identity.id());
        if (same != null) {
            checkMethod(identity, call, same.method);
            return same.answer;
        }
        return calls.isNew(identity.id()) ? execute(identity, call) : lookUp(identity, call);
    }

    /** Throws if there is no state: a call that cannot be remembered is not done. */
    private void checkState() {
        long unused = version.getAsLong();
    }

    private void checkMethod(CallIdentity identity, Call call, String first) {
        if (!CallCodec.methodName(call).equals(first)) {
            throw new IllegalArgumentException("the id of a call must be that of one call: " + handle.key() + ", id="
                    + identity.id() + ", method=" + CallCodec.methodName(call) + ", first=" + first);
        }
    }

    /** Asks the store. Messages wait, so calls stay in order. */
    private Promise<?> lookUp(CallIdentity identity, Call call) {
        String id = identity.id();
        boolean all = calls.wantsIds();
        SettablePromise<Void> begun = new SettablePromise<>();
        context.holdUntil(begun);
        Promise<RememberedCall> read = PatientReading.of(
                        context, handle, () -> handle.call(id, all ? RememberedCalls.MOST + 1 : 0))
                .recover(cause -> {
                    throw new StoreUnavailableException(
                            "a call with an id must be looked up before it is done: " + handle.key() + ", id=" + id
                                    + ", cause=" + cause.getMessage(),
                            false,
                            cause);
                });
        read.onComplete((known, failure) -> {
            if (failure != null) {
                begun.complete();
            }
        });
        return read.flatMap(known -> {
            try {
                List<String> ids = known.ids();
                if (ids != null) {
                    calls.install(ids);
                }
                return again(identity, call, known.call());
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
        if (done == null || done.expires() <= handle.millis()) {
            Promise<?> answer = execute(identity, call);
            return answer == null ? Promise.of(null) : (Promise<Object>) answer;
        }
        checkMethod(identity, call, done.method());
        Promise<?> reply = handle.calls().replies(call.method()).read(done);
        if (reply == null) {
            throw new StoreUnavailableException(
                    "a call that was done must have left its reply, the process ended before: " + handle.key() + ", id="
                            + identity.id() + ", method=" + done.method(),
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
        checkState();
        OngoingCall begun = new OngoingCall(
                identity, CallCodec.methodName(call), handle.calls().replies(call.method()), writes.line());
        Promise<?> result;
        gathering = begun;
        reminder = fired(identity.reminder());
        boolean returned = false;
        try {
            result = CallCodec.run(call, actor);
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
        begun.answers(answered);
        calls.begin(begun);
        if (answered.isSettled()) {
            gathered(begun);
        } else {
            context.holdUntil(begun.gathered());
            gather(begun, MOST_ROUNDS);
        }
        return begun.answer;
    }

    private @Nullable Reminder fired(@Nullable StoredReminder by) {
        if (by == null) {
            return null;
        }
        long late = Math.max(0, handle.millis() - by.due());
        return new Reminder(by.name(), Instant.ofEpochMilli(by.due()), Duration.ofMillis(late));
    }

    /** Lets the continuations of this actor run that are ready, as what they update belongs to the call. */
    private void gather(OngoingCall call, int rounds) {
        if (gathering != call) {
            return; // it was dropped
        }
        if (call.result().isSettled() || rounds == 0) {
            gathered(call);
        } else {
            try {
                context.executor().execute(() -> gather(call, rounds - 1));
            } catch (RejectedExecutionException e) {
                gathering = null; // the last turn: what the call has updated is not stored, and it may be repeated
            }
        }
    }

    private void gathered(OngoingCall call) {
        gathering = null;
        call.endGathering();
        Settled<?> settled = call.result().result().orElse(null);
        if (settled == null) {
            waitForOthers(call);
            return;
        }
        call.end();
        Throwable failure = settled.failure();
        if (failure != null) {
            call.result().onError(known -> {}); // the caller is told
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
            writes.lose(e); // in place of an update without its reply
        }
    }

    private void waitForOthers(OngoingCall call) {
        long before = version.getAsLong();
        if (!call.isUnchanged() || (!call.isEmpty() && !call.isWaiting())) {
            store(call, ReplyCodec.pending(), () -> {});
        }
        if (!call.isWaiting()) {
            call.waits();
            call.result().onComplete((value, failure) -> answered(call, before, value, failure));
        }
    }

    private void store(OngoingCall call, byte[] reply, Runnable stored) {
        StateWrite write = call.write(handle.key(), remembered(call, reply), handle.millis());
        try {
            writes.submit(write, call.number(), stored, told -> {});
            call.submitted();
        } catch (BackpressureException e) {
            writes.lose(e);
        }
    }

    /**
     * An answer that belongs to the call that runs: when it comes, the call goes on to gather what is updated.
     *
     * @return settles as the answer does; fails as the call does if that was dropped meanwhile
     */
    <T> Promise<T> within(Promise<T> answer) {
        OngoingCall call = gathering;
        if (call == null || answer.isSettled()) {
            return answer;
        }
        SettablePromise<T> inside = new SettablePromise<>();
        answer.onComplete((value, failure) -> goOn(call, told -> {
            if (told != null) {
                inside.fail(told);
            } else if (failure != null) {
                inside.fail(failure);
            } else {
                inside.complete(value);
            }
        }));
        return inside;
    }

    /**
     * Gathers again for a call that has waited.
     *
     * @param begin lets it go on; gets why it was dropped, or null
     */
    private void goOn(OngoingCall call, Consumer<@Nullable Throwable> begin) {
        OngoingCall other = gathering;
        if (call.line != writes.line()) {
            begin.accept(call.answer.result().map(Settled::failure).orElse(null));
        } else if (call.isEnded() || other == call) {
            begin.accept(null);
        } else if (other != null) {
            other.gathered().onComplete((nothing, failure) -> goOn(call, begin));
        } else {
            gathering = call;
            call.gatherAgain();
            context.holdUntil(call.gathered());
            begin.accept(null);
            gather(call, MOST_ROUNDS);
        }
    }

    private StoredCall remembered(OngoingCall call, byte[] reply) {
        return call.remembered(reply, handle.millis() + handle.callIdMillis());
    }

    /** The answer of others has come, and with it that of the call. */
    private void answered(OngoingCall call, long before, @Nullable Object value, @Nullable Throwable failure) {
        if (call.line != writes.line() || call.isEnded() || gathering == call) {
            return; // it was dropped, or is told with what it has updated
        }
        call.end();
        if (call.isEmpty() && version.getAsLong() == before) {
            calls.end(call);
            settle(call, value, failure);
            return;
        }
        try {
            byte[] reply = failure == null ? call.replies.value(value) : ReplyCodec.failure(failure);
            RowChanges rows = new RowChanges(List.of(remembered(call, reply)), List.of(), List.of(), List.of());
            writes.submit(
                    new StateWrite(handle.key(), null, rows),
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

    /** Fails those that go on. */
    void drop(RuntimeException told) {
        OngoingCall call = gathering;
        gathering = null;
        calls.drop().forEach(each -> each.answer.fail(told));
        if (call != null) {
            call.endGathering();
        }
    }
}
