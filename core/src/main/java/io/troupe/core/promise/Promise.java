// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.core.continuation.DefaultPromise;
import io.troupe.core.continuation.FulfilledPromise;
import io.troupe.core.continuation.Promises;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of an asynchronous call. It settles once, with a value or a failure. It takes any number of continuations:
 * each runs in a turn of the actor that registered it, or, outside of actors, on a thread of the library, one
 * continuation of a registering thread at a time. None runs on the registering stack or in the turn of another actor;
 * those of one actor or thread run in the order of their registration. A continuation that throws fails the promise
 * that its registration returned.
 *
 * @param <T> type of the value
 */
public sealed interface Promise<T> permits DefaultPromise, FulfilledPromise {
    /**
     * Runs the action with the value.
     *
     * @return settles like this promise, after the action has run
     */
    Promise<T> then(Consumer<? super T> action);

    /** A promise of the mapped value. */
    <U> Promise<U> map(Function<? super T, ? extends U> mapping);

    /** A promise that settles like the one that the mapping returns. */
    <U> Promise<U> flatMap(Function<? super T, ? extends Promise<? extends U>> mapping);

    /** Replaces a failure by a value; a value passes unchanged. */
    Promise<T> recover(Function<? super Throwable, ? extends T> mapping);

    /**
     * Runs the action with the failure.
     *
     * @return settles like this promise, after the action has run
     */
    Promise<T> onError(Consumer<? super Throwable> action);

    /**
     * Runs the action with the value and null, or with null and the failure.
     *
     * @return settles like this promise, after the action has run
     */
    Promise<T> onComplete(BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action);

    /**
     * Sets a deadline on this promise: if it is not settled by then it fails with {@link
     * io.troupe.core.error.CallTimeoutException}, which says target and method, what the call waits for and for what that waits in
     * turn. A call that is still queued then is not executed any more. It is never early, and usually about a millisecond
     * late.
     *
     * <p>An ask has a deadline of 30 seconds, or what {@code askTimeout} of its actor or system says; this method replaces
     * it by a nearer or a farther one. Of several deadlines set by this method the nearest counts. Asks go by the clock of
     * their target's system, other promises by that of the caller. If that system has closed, the promise fails with
     * {@link io.troupe.core.error.ActorStoppedException}; so does a pending one with a deadline when the system closes.
     *
     * @param limit from now; {@link Duration#ZERO} takes the default deadline of an ask away and else does nothing; above
     *     73 years it counts as 73 years
     * @return this promise
     * @throws IllegalArgumentException if the limit is negative
     */
    Promise<T> timeout(Duration limit);

    /**
     * Blocks the calling thread until the promise has settled. Only for threads outside of actors, and for actors on
     * virtual threads.
     *
     * @param limit longest time to wait, more than zero
     * @return the value
     * @throws io.troupe.core.error.WaitRefusedException in an actor's turn, or if the wait could never end
     * @throws io.troupe.core.error.CallTimeoutException if the limit passes first (the promise stays pending)
     * @throws io.troupe.core.error.CallFailedException if the promise failed with a checked exception; unchecked ones are thrown
     *     as they are
     */
    T await(Duration limit);

    /**
     * Fails the promise with {@link io.troupe.core.error.CallCancelledException}; a call that is still queued is not executed.
     *
     * @return false if it was settled already
     */
    boolean cancel();

    /** Whether there is a value or a failure. */
    boolean isSettled();

    /** Whether there is a value. */
    boolean isFulfilled();

    /** Whether there is a failure. */
    boolean isFailed();

    /** What became of it, without waiting; empty while it is pending. */
    Optional<Settled<T>> result();

    /**
     * A future that completes where continuations of the caller run: in its turns, if it is an actor. Cancelling the future cancels the promise.
     */
    CompletableFuture<T> toCompletableFuture();

    /** A fulfilled promise. */
    static <T> Promise<T> of(@Nullable T value) {
        return Promises.fulfilled(value);
    }

    /** A fulfilled promise without a value: a plain signal. */
    static Promise<Void> done() {
        return Promises.done();
    }

    /** A failed promise. */
    static <T> Promise<T> failed(Throwable cause) {
        return Promises.failed(cause);
    }

    /** Settles like the stage. */
    static <T> Promise<T> from(CompletionStage<? extends T> stage) {
        return Promises.from(Objects.requireNonNull(stage, "stage"));
    }

    /**
     * The values of all, in order. Fails with the first failure: {@link io.troupe.core.error.CombinedException} says which
     * promise it was and has the reason as its cause.
     */
    static <T> Promise<List<T>> all(List<? extends Promise<? extends T>> promises) {
        return Promises.all(promises);
    }

    /** {@link #all(List)}. */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    static <T> Promise<List<T>> all(Promise<? extends T>... promises) {
        return Promises.all(Arrays.asList(promises));
    }

    /** What became of each, in order; never fails. */
    static <T> Promise<List<Settled<T>>> allSettled(List<? extends Promise<? extends T>> promises) {
        return Promises.allSettled(promises);
    }

    /** {@link #allSettled(List)}. */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    static <T> Promise<List<Settled<T>>> allSettled(Promise<? extends T>... promises) {
        return Promises.allSettled(Arrays.asList(promises));
    }

    /** The first value; fails only when all have failed (or there are none). */
    static <T> Promise<T> any(List<? extends Promise<? extends T>> promises) {
        return Promises.any(promises);
    }

    /** {@link #any(List)}. */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    static <T> Promise<T> any(Promise<? extends T>... promises) {
        return Promises.any(Arrays.asList(promises));
    }

    /** Settles like the first that settles. */
    static <T> Promise<T> race(List<? extends Promise<? extends T>> promises) {
        return Promises.race(promises);
    }

    /** {@link #race(List)}. */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    static <T> Promise<T> race(Promise<? extends T>... promises) {
        return Promises.race(Arrays.asList(promises));
    }
}
