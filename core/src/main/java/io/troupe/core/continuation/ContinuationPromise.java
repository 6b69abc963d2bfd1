// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.error.ActorException;
import io.troupe.core.promise.Promise;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The promise that {@code then} and its like return: listener of the source, continuation on the executor, and promise of
 * what the continuation yields, in one object.
 */
abstract class ContinuationPromise<S, T> extends DefaultPromise<T> {
    private final CallbackExecutor executor;

    /** What this one waits for; let go when the continuation runs, so that long chains do not pile up. */
    private @Nullable DefaultPromise<?> source;

    ContinuationPromise(DefaultPromise<S> source, CallbackExecutor executor) {
        this.source = source;
        this.executor = executor;
    }

    @Override
    final @Nullable SettleListener onSettled(Object outcome) {
        executor.run(this);
        return null;
    }

    @Override
    final CallbackExecutor order() {
        return executor;
    }

    /**
     * Runs this continuation, which was registered after the outcome, but not before those registered earlier.
     *
     * @param before the last one that was registered before the outcome and has not run, or null
     * @param settled the promise of both
     */
    final void runBehind(@Nullable ContinuationPromise<?, ?> before, DefaultPromise<?> settled) {
        executor.runLate(
                this, before != null && before.executor == executor && executor.isExclusive() ? settled : null);
    }

    /** Takes along what belongs to the current call. Before it is registered. */
    final void capture() {
        Object carried = executor.capture();
        if (carried != null) {
            context(carried);
        }
    }

    @Override
    final SettleListener follower() {
        return new Follower(this);
    }

    /** Runs the user's code on the executor. */
    @Override
    public final void deliver(Object receiver) {
        DefaultPromise<?> settled = source;
        if (settled == null) {
            return; // it has been given up
        }
        settled.passed(this, executor);
        Object outcome = settled.outcome();
        source = null;
        if (outcome == null || isSettled()) { // timed out or cancelled meanwhile
            return;
        }
        if (executor.isRetired()) {
            settled.onForsaken();
            executor.run(this); // which turns it down
            return;
        }
        settled.onHeard();
        Throwable cause = OutcomeCodec.causeOf(outcome);
        try {
            if (cause == null) {
                fulfilled(OutcomeCodec.valueOf(outcome), outcome);
            } else {
                failed(cause, outcome);
            }
        } catch (Throwable e) {
            crashed(e);
        }
    }

    private void crashed(Throwable failure) {
        boolean fails = ActorException.isFatal(failure) || (executor.isSupervised() && !isHeard());
        settle(fails ? OutcomeCodec.handledFailure(failure) : OutcomeCodec.failure(failure));
        if (fails) {
            executor.failed(failure);
        }
    }

    /** The continuation will not run: its actor has stopped or restarted. */
    final void abandon(Throwable reason) {
        DefaultPromise<?> settled = source;
        if (settled != null) {
            settled.passed(this, executor);
            settled.onForsaken();
        }
        Cascade.take(() -> settle(OutcomeCodec.handledFailure(reason))); // the system counts what was abandoned
    }

    abstract void fulfilled(S value, Object outcome) throws Throwable;

    /** By default the failure passes. */
    void failed(Throwable cause, Object outcome) throws Throwable {
        settle(OutcomeCodec.copy(outcome));
    }

    @Override
    protected final void onUnheard(UnhandledFailure failure) {
        executor.unhandled(failure);
    }

    @Override
    protected CallbackExecutor outsideExecutor() {
        return executor.outside().ofThisThread();
    }

    @Override
    protected CallbackExecutor settledBy() {
        return executor;
    }

    @Override
    protected final @Nullable DefaultPromise<?> upstream() {
        return source;
    }

    @Override
    final @Nullable DefaultPromise<?> following() {
        return null; // as a listener it is a continuation
    }

    @Override
    protected final void awaits(DefaultPromise<?> awaited) {
        source = awaited;
    }

    /** Continues with another promise. */
    final void waitFor(@Nullable Promise<? extends T> inner) {
        source = inner instanceof DefaultPromise<?> pending ? pending : null;
        settleLike(inner);
    }

    @Override
    protected String whereabouts() {
        DefaultPromise<?> awaited = source;
        if (awaited == null) {
            return "its code is running";
        }
        return awaited.isSettled() ? "queued" : "waiting";
    }

    @Override
    protected final String label() {
        return "a continuation of " + executor;
    }

    static final class Then<T> extends ContinuationPromise<T, T> {
        private final Consumer<? super T> action;

        Then(DefaultPromise<T> source, CallbackExecutor executor, Consumer<? super T> action) {
            super(source, executor);
            this.action = action;
        }

        @Override
        void fulfilled(T value, Object outcome) {
            action.accept(value);
            settle(outcome);
        }
    }

    static final class Map<S, T> extends ContinuationPromise<S, T> {
        private final Function<? super S, ? extends T> mapping;

        Map(DefaultPromise<S> source, CallbackExecutor executor, Function<? super S, ? extends T> mapping) {
            super(source, executor);
            this.mapping = mapping;
        }

        @Override
        void fulfilled(S value, Object outcome) {
            settleValue(mapping.apply(value));
        }
    }

    static final class FlatMap<S, T> extends ContinuationPromise<S, T> {
        private final Function<? super S, ? extends Promise<? extends T>> mapping;

        FlatMap(
                DefaultPromise<S> source,
                CallbackExecutor executor,
                Function<? super S, ? extends Promise<? extends T>> mapping) {
            super(source, executor);
            this.mapping = mapping;
        }

        @Override
        void fulfilled(S value, Object outcome) {
            waitFor(mapping.apply(value));
        }
    }

    static final class Recover<T> extends ContinuationPromise<T, T> {
        private final Function<? super Throwable, ? extends T> mapping;

        Recover(DefaultPromise<T> source, CallbackExecutor executor, Function<? super Throwable, ? extends T> mapping) {
            super(source, executor);
            this.mapping = mapping;
        }

        @Override
        void fulfilled(T value, Object outcome) {
            settle(outcome);
        }

        @Override
        void failed(Throwable cause, Object outcome) {
            settleValue(mapping.apply(cause));
        }
    }

    static final class OnError<T> extends ContinuationPromise<T, T> {
        private final Consumer<? super Throwable> action;

        OnError(DefaultPromise<T> source, CallbackExecutor executor, Consumer<? super Throwable> action) {
            super(source, executor);
            this.action = action;
        }

        @Override
        void fulfilled(T value, Object outcome) {
            settle(outcome);
        }

        @Override
        void failed(Throwable cause, Object outcome) {
            action.accept(cause);
            settle(OutcomeCodec.handledFailure(cause));
        }
    }

    static final class OnComplete<T> extends ContinuationPromise<T, T> {
        private final BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action;

        OnComplete(
                DefaultPromise<T> source,
                CallbackExecutor executor,
                BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action) {
            super(source, executor);
            this.action = action;
        }

        @Override
        void fulfilled(T value, Object outcome) {
            action.accept(value, null);
            settle(outcome);
        }

        @Override
        void failed(Throwable cause, Object outcome) {
            action.accept(null, cause);
            settle(OutcomeCodec.handledFailure(cause));
        }
    }
}
