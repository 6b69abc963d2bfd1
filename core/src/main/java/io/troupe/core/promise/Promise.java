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
 * The result of an asynchronous call. A promise settles once, with a value or a failure. Any thread may call any method;
 * only {@link #await} blocks.
 *
 * <p>A promise takes any number of continuations. Each runs in a turn of the actor that registered it, or, outside of
 * actors, on a thread of the library, one continuation of a registering thread at a time. None runs on the registering
 * stack or in the turn of another actor. The continuations of one actor or thread run in the order of their registration.
 * A continuation that throws fails the promise that its registration returned; if nothing is registered on that one, the
 * actor has failed, too.
 *
 * <p>An actor that has ended, and outside of actors a system that has closed, runs no continuation any more, though the
 * promise has settled: {@link #onComplete} does not call its action then. The promise that the registration returned fails
 * with {@link io.troupe.core.error.ActorStoppedException}, and so does a future that {@link #toCompletableFuture} makes
 * then. {@link #await} still gives the outcome.
 *
 * <p>A promise keeps its continuations until it settles, also those of actors that have ended. An actor that registers on a
 * promise of a long life takes {@link #race(Promise[]) race} of it, which is a promise of its own, and cancels that when it
 * stops.
 *
 * @param <T> type of the value
 */
public sealed interface Promise<T> permits DefaultPromise, FulfilledPromise {
    /**
     * Runs an action with the value. It does not run for a failure.
     *
     * @param action runs if this promise is fulfilled
     * @return settles like this promise, after the action has run; fails if the action throws
     */
    Promise<T> then(Consumer<? super T> action);

    /**
     * Maps the value. A failure passes unchanged.
     *
     * @param <U> type of the new value
     * @param mapping runs with the value if this promise is fulfilled; may return null
     * @return a promise of the mapped value; fails like this promise, or if the mapping throws
     */
    <U> Promise<U> map(Function<? super T, ? extends U> mapping);

    /**
     * Continues with another asynchronous call. A failure passes unchanged.
     *
     * @param <U> type of the new value
     * @param mapping runs with the value if this promise is fulfilled; null in place of a promise counts as a promise of null
     * @return settles like the promise that the mapping returns; fails like this promise, or if the mapping throws
     */
    <U> Promise<U> flatMap(Function<? super T, ? extends Promise<? extends U>> mapping);

    /**
     * Replaces a failure by a value. A value passes unchanged.
     *
     * @param mapping runs with the failure if this promise fails; may return null
     * @return a promise of the value or its replacement; fails if the mapping throws
     */
    Promise<T> recover(Function<? super Throwable, ? extends T> mapping);

    /**
     * Runs an action with the failure, which then counts as handled. It does not run for a value.
     *
     * @param action runs if this promise fails
     * @return settles like this promise, after the action has run; fails with the other failure if the action throws
     */
    Promise<T> onError(Consumer<? super Throwable> action);

    /**
     * Runs an action with the value and null, or with null and the failure, which then counts as handled.
     *
     * @param action runs in either case; as the value may be null, the second argument tells the cases apart
     * @return settles like this promise, after the action has run; fails if the action throws
     */
    Promise<T> onComplete(BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action);

    /**
     * Sets a deadline on this promise: if it is not settled by then it fails with {@link
     * io.troupe.core.error.CallTimeoutException}, which says target and method, what the call waits for and what that waits
     * for in turn. A call that is still queued then is not executed any more. The deadline is never early, and usually about
     * a millisecond late.
     *
     * <p>An ask has a deadline of 30 seconds, or what {@code askTimeout} of its actor or system says; this method replaces
     * that one by a nearer or a farther one. Of several deadlines set by this method the nearest counts. Asks go by the clock of
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
     * @throws IllegalArgumentException if the limit is not more than zero
     * @throws io.troupe.core.error.WaitRefusedException in an actor's turn, in the thread that runs a simulation, or if the wait
     *     could never end
     * @throws io.troupe.core.error.CallTimeoutException if the limit passes first (the promise stays pending)
     * @throws io.troupe.core.error.CallFailedException if the promise failed with a checked exception or an error; unchecked
     *     exceptions are thrown as they are
     * @throws java.util.concurrent.CancellationException if the thread is interrupted, which it then still is
     */
    T await(Duration limit);

    /**
     * Fails the promise with {@link io.troupe.core.error.CallCancelledException}. A call that is still queued is not executed
     * any more; a call that has begun goes on, and its result counts as late.
     *
     * @return false if the promise was settled already
     */
    boolean cancel();

    /** {@return whether there is a value or a failure} True stays true. */
    boolean isSettled();

    /** {@return whether there is a value} A failure then counts as handled. */
    boolean isFulfilled();

    /** {@return whether there is a failure} It then counts as handled. */
    boolean isFailed();

    /** {@return the outcome, without waiting; empty while the promise is pending} A failure then counts as handled. */
    Optional<Settled<T>> result();

    /**
     * {@return a future that completes like this promise} It completes where continuations of the caller run: in its turns,
     * if it is an actor. Cancelling the future cancels the promise.
     */
    CompletableFuture<T> toCompletableFuture();

    /**
     * {@return a fulfilled promise}
     *
     * @param <T> type of the value
     * @param value may be null
     */
    static <T> Promise<T> of(@Nullable T value) {
        return new FulfilledPromise<>(value);
    }

    /** {@return a fulfilled promise without a value: a plain signal} */
    static Promise<Void> done() {
        return Promises.done();
    }

    /**
     * {@return a failed promise}
     *
     * @param <T> type of the value that the promise would have
     * @param cause the failure
     */
    static <T> Promise<T> failed(Throwable cause) {
        return Promises.failed(cause);
    }

    /**
     * Turns a stage, for example a future, into a promise. Cancelling the promise does not cancel the stage.
     *
     * @param <T> type of the value
     * @param stage any stage
     * @return settles like the stage; of a {@link java.util.concurrent.CompletionException} it takes the cause
     */
    static <T> Promise<T> from(CompletionStage<? extends T> stage) {
        return Promises.from(Objects.requireNonNull(stage, "stage"));
    }

    /**
     * Combines promises into one of all values. The first failure fails the result:
     * {@link io.troupe.core.error.CombinedException} says which promise it was and has the failure as its cause.
     *
     * @param <T> type of the values
     * @param promises any number
     * @return the values in the order of the promises, which may be null; an empty list if there are no promises
     */
    static <T> Promise<List<T>> all(List<? extends Promise<? extends T>> promises) {
        return Promises.all(Objects.requireNonNull(promises, "promises"));
    }

    /**
     * Combines promises into one of all values, see {@link #all(List)}.
     *
     * @param <T> type of the values
     * @param promises any number
     * @return the values in the order of the promises; fails at the first failure
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    static <T> Promise<List<T>> all(Promise<? extends T>... promises) {
        return Promises.all(Arrays.asList(Objects.requireNonNull(promises, "promises")));
    }

    /**
     * Combines promises into one of all outcomes.
     *
     * @param <T> type of the values
     * @param promises any number
     * @return the outcomes in the order of the promises; never fails by itself
     */
    static <T> Promise<List<Settled<T>>> allSettled(List<? extends Promise<? extends T>> promises) {
        return Promises.allSettled(Objects.requireNonNull(promises, "promises"));
    }

    /**
     * Combines promises into one of all outcomes, see {@link #allSettled(List)}.
     *
     * @param <T> type of the values
     * @param promises any number
     * @return the outcomes in the order of the promises; never fails by itself
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    static <T> Promise<List<Settled<T>>> allSettled(Promise<? extends T>... promises) {
        return Promises.allSettled(Arrays.asList(Objects.requireNonNull(promises, "promises")));
    }

    /**
     * Combines promises into one of the first value.
     *
     * @param <T> type of the values
     * @param promises any number
     * @return the first value; fails with {@link io.troupe.core.error.CombinedException} when all have failed, or if there
     *     are none
     */
    static <T> Promise<T> any(List<? extends Promise<? extends T>> promises) {
        return Promises.any(Objects.requireNonNull(promises, "promises"));
    }

    /**
     * Combines promises into one of the first value, see {@link #any(List)}.
     *
     * @param <T> type of the values
     * @param promises any number
     * @return the first value; fails when all have failed, or if there are none
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    static <T> Promise<T> any(Promise<? extends T>... promises) {
        return Promises.any(Arrays.asList(Objects.requireNonNull(promises, "promises")));
    }

    /**
     * Combines promises into one of the first outcome, be it a value or a failure.
     *
     * @param <T> type of the values
     * @param promises at least one
     * @return settles like the promise that settles first
     * @throws IllegalArgumentException if there are no promises
     */
    static <T> Promise<T> race(List<? extends Promise<? extends T>> promises) {
        return Promises.race(Objects.requireNonNull(promises, "promises"));
    }

    /**
     * Combines promises into one of the first outcome, see {@link #race(List)}.
     *
     * @param <T> type of the values
     * @param promises at least one
     * @return settles like the promise that settles first
     * @throws IllegalArgumentException if there are no promises
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    static <T> Promise<T> race(Promise<? extends T>... promises) {
        return Promises.race(Arrays.asList(Objects.requireNonNull(promises, "promises")));
    }
}
