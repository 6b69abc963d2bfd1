// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Makes what the static methods of {@link Promise} and {@link Callback} return, which are described there. */
public final class Promises {
    private Promises() {}

    /** See {@link Promise#done}. */
    public static Promise<Void> done() {
        return FulfilledPromise.DONE;
    }

    /** See {@link Promise#failed}. */
    public static <T> Promise<T> failed(Throwable cause) {
        SettablePromise<T> promise = new SettablePromise<>();
        promise.fail(cause);
        return promise;
    }

    /** See {@link Promise#from}. */
    public static <T> Promise<T> from(CompletionStage<? extends T> stage) {
        return FutureBridge.fromStage(stage);
    }

    /** See {@link Promise#all(List)}. */
    public static <T> Promise<List<T>> all(List<? extends Promise<? extends T>> promises) {
        return Combinations.all(promises);
    }

    /** See {@link Promise#allSettled(List)}. */
    public static <T> Promise<List<Settled<T>>> allSettled(List<? extends Promise<? extends T>> promises) {
        return Combinations.allSettled(promises);
    }

    /** See {@link Promise#any(List)}. */
    public static <T> Promise<T> any(List<? extends Promise<? extends T>> promises) {
        return Combinations.any(promises);
    }

    /** See {@link Promise#race(List)}. */
    public static <T> Promise<T> race(List<? extends Promise<? extends T>> promises) {
        return Combinations.race(promises);
    }

    /**
     * Makes a pending promise.
     *
     * @param <T> type of the value
     * @param owner settles it
     * @return a new promise
     */
    public static <T> OwnedPromise<T> owned(OwnedPromise.Owner owner) {
        return new OwnedPromise<>(owner);
    }

    /**
     * What others get in place of a value that an actor hands out: its reference in place of the actor itself.
     *
     * @param <T> type of the value
     * @param value any
     * @return the value, or the reference of the actor that it is
     */
    @SuppressWarnings("unchecked") // as for arguments and results: T is to be the type that was spawned
    public static <T> T exported(T value) {
        return (T) DefaultPromise.exported(ActorObjects.export(value));
    }

    /** See {@link Callback#of}. */
    public static <T> Callback<T> callback(Consumer<? super T> action) {
        CallbackExecutor current = CallbackExecutor.current();
        return current == null ? DefaultCallback.outside(action) : DefaultCallback.on(current, action);
    }
}
