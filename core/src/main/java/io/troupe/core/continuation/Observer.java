// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * Told the outcome of one promise on the thread that settles it, without a turn of anybody: for code that carries outcomes
 * elsewhere, such as links. For all else there are continuations.
 *
 * @param <T> type of the value
 */
public abstract class Observer<T> extends SettleListener {
    /** For subclasses; one object observes one promise. */
    protected Observer() {}

    /**
     * The promise was fulfilled. Any thread; must be quick and must not throw.
     *
     * @param value of the promise; an actor is represented by its reference
     */
    protected abstract void onValue(@Nullable T value);

    /**
     * The promise failed. Any thread; must be quick and must not throw.
     *
     * @param cause why
     */
    protected abstract void onFailure(Throwable cause);

    /**
     * Observes a promise: is told when it settles, or at once if it has.
     *
     * @param promise any
     */
    public final void observe(Promise<? extends T> promise) {
        if (promise instanceof DefaultPromise<?> pending) {
            pending.listen(this);
        } else {
            onSettled(DefaultPromise.exported(((FulfilledPromise<?>) promise).outcome()));
        }
    }

    @Override
    final @Nullable SettleListener onSettled(Object outcome) {
        Throwable cause = OutcomeCodec.causeOf(outcome);
        if (cause == null) {
            onValue(OutcomeCodec.<@Nullable T>valueOf(outcome));
        } else {
            onFailure(cause);
        }
        return null;
    }
}
