// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Promise;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** To and from the JDK's futures. */
final class FutureBridge {
    private FutureBridge() {}

    static <T> CompletableFuture<T> toFuture(DefaultPromise<T> promise, CallbackExecutor executor) {
        CompletableFuture<T> future = new CompletableFuture<>();
        ContinuationPromise<T, T> inTurn = new ContinuationPromise.OnComplete<>(
                promise, executor, (value, failure) -> finish(future, value, failure));
        inTurn.capture();
        inTurn.listen(new Abandoned(future));
        promise.listen(inTurn);
        CompletableFuture<T> unused = future.whenComplete((value, failure) -> {
            if (future.isCancelled()) {
                promise.cancel();
            }
        });
        return future;
    }

    /** A plain actor's own object does not leave its turn. */
    @SuppressWarnings("unchecked") // as for arguments and results: T is to be the type that was spawned
    private static <T> T exported(T value) {
        return (T) DefaultPromise.exported(value);
    }

    private static <T> void finish(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable failure) {
        if (failure == null) {
            future.complete(value == null ? null : exported(value));
        } else {
            future.completeExceptionally(failure);
        }
    }

    static <T> Promise<T> fromStage(CompletionStage<? extends T> stage) {
        SettablePromise<T> promise = new SettablePromise<>();
        CompletionStage<?> unused = stage.whenComplete((value, failure) -> {
            if (failure == null) {
                promise.complete(value);
            } else {
                Throwable cause = failure.getCause();
                promise.fail(failure instanceof CompletionException && cause != null ? cause : failure);
            }
        });
        return promise;
    }

    /** Ends the future when the executor has gone on which it should have been completed. */
    private static final class Abandoned extends SettleListener {
        private final CompletableFuture<?> future;

        Abandoned(CompletableFuture<?> future) {
            this.future = future;
        }

        @Override
        @Nullable
        SettleListener onSettled(Object outcome) {
            Throwable cause = OutcomeCodec.causeOf(outcome);
            if (cause != null) {
                future.completeExceptionally(cause);
            }
            return null;
        }
    }
}
