// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A promise that was fulfilled from the start: one small object, the usual result of an ask that needs no waiting. */
public final class FulfilledPromise<T> implements Promise<T> {
    static final Promise<Void> DONE = new FulfilledPromise<>(null);

    private final @Nullable T value;

    /** See {@link Promise#of}. */
    public FulfilledPromise(@Nullable T value) {
        this.value = exported(value);
    }

    /** A plain actor's own object does not get into a promise; other actors are dealt with by the outcome. */
    @SuppressWarnings("unchecked") // as for arguments and results: T is to be the type that was spawned
    private static <T> @Nullable T exported(@Nullable T value) {
        return value == null ? null : (T) DefaultPromise.exported(value);
    }

    Object outcome() {
        return OutcomeCodec.value(value);
    }

    /** The same as a promise that takes listeners. */
    private DefaultPromise<T> listenable() {
        SettablePromise<T> promise = new SettablePromise<>();
        promise.complete(value);
        return promise;
    }

    @Override
    public Promise<T> then(Consumer<? super T> action) {
        return listenable().then(action);
    }

    @Override
    public <U> Promise<U> map(Function<? super T, ? extends U> mapping) {
        return listenable().map(mapping);
    }

    @Override
    public <U> Promise<U> flatMap(Function<? super T, ? extends Promise<? extends U>> mapping) {
        return listenable().flatMap(mapping);
    }

    @Override
    public Promise<T> recover(Function<? super Throwable, ? extends T> mapping) {
        Objects.requireNonNull(mapping, "mapping");
        return this;
    }

    @Override
    public Promise<T> onError(Consumer<? super Throwable> action) {
        Objects.requireNonNull(action, "action");
        return this;
    }

    @Override
    public Promise<T> onComplete(BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action) {
        return listenable().onComplete(action);
    }

    @Override
    public Promise<T> timeout(Duration limit) {
        long unused = Deadline.nanosOf(limit); // refuses the same as others
        return this;
    }

    @Override
    public T await(Duration limit) {
        return BlockedThread.value(listenable(), limit);
    }

    @Override
    public boolean cancel() {
        return false;
    }

    @Override
    public boolean isSettled() {
        return true;
    }

    @Override
    public boolean isFulfilled() {
        return true;
    }

    @Override
    public boolean isFailed() {
        return false;
    }

    @Override
    public Optional<Settled<T>> result() {
        return Optional.of(OutcomeCodec.settled(outcome()));
    }

    @Override
    public CompletableFuture<T> toCompletableFuture() {
        return CompletableFuture.completedFuture(OutcomeCodec.valueOf(outcome()));
    }

    @Override
    public String toString() {
        return OutcomeCodec.describe(outcome());
    }
}
