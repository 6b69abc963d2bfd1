// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Promise;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A promise that its creator settles. Users know it as {@code CompletablePromise} and see the public methods there. Any thread.
 *
 * @param <T> type of the value
 */
public class SettablePromise<T> extends DefaultPromise<T> {
    private static final VarHandle HOME;

    static {
        try {
            HOME = MethodHandles.lookup().findVarHandle(SettablePromise.class, "home", OutsideExecutors.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Where threads outside of actors have their executors. Null until it is known; then it stays. Any thread, by HOME. */
    private volatile @Nullable OutsideExecutors home;

    /**
     * A pending promise. It belongs to the system of the calling turn; outside of turns to that of the first promise it is
     * to settle like, if there is one before the first continuation.
     */
    @SuppressWarnings("this-escape") // the handle writes a field and nothing else
    public SettablePromise() {
        CallbackExecutor current = CallbackExecutor.current();
        if (current != null) {
            HOME.set(this, current.outside());
        }
    }

    /**
     * A pending promise of a system.
     *
     * @param outside executors of the threads outside of actors
     */
    @SuppressWarnings("this-escape") // the handle writes a field and nothing else
    public SettablePromise(OutsideExecutors outside) {
        HOME.set(this, outside);
    }

    @Override
    protected CallbackExecutor outsideExecutor() {
        settleHome(OutsideExecutors.ofNoSystem());
        return Objects.requireNonNull(home, "home").ofThisThread();
    }

    @Override
    @Nullable
    OutsideExecutors home() {
        return home;
    }

    private void settleHome(@Nullable OutsideExecutors outside) {
        if (home == null && outside != null) {
            HOME.compareAndSet(this, null, outside);
        }
    }

    /** Belongs to the system of the other promise from now on, unless it belongs to one already. */
    void joinHome(Promise<?> other) {
        if (home == null && other instanceof DefaultPromise<?> pending) {
            settleHome(pending.home());
        }
    }

    /**
     * Settles the promise with a value.
     *
     * @param value may be null; an actor is replaced by its reference
     * @return false if the promise was settled already; the value then counts as late
     */
    public final boolean complete(@Nullable T value) {
        return settleValue(value);
    }

    /**
     * Settles the promise without a value: a plain signal.
     *
     * @return false if the promise was settled already
     */
    public final boolean complete() {
        return settleValue(null);
    }

    /**
     * Settles the promise with a failure.
     *
     * @param cause the failure
     * @return false if the promise was settled already; the failure then counts as late
     */
    public final boolean fail(Throwable cause) {
        return settleFailure(cause);
    }

    /**
     * Settles this promise like another one, now or when the other one settles.
     *
     * @param other gives the outcome
     */
    public final void completeLike(Promise<? extends T> other) {
        joinHome(other);
        settleLike(other);
    }

    /**
     * Settles this promise like another one, but not before a first one has settled, whatever its outcome. Needs no turn of
     * an actor: it happens on the settling thread.
     *
     * @param before must settle first
     * @param other gives the outcome
     */
    public final void completeAfter(Promise<?> before, Promise<? extends T> other) {
        joinHome(other);
        joinHome(before);
        Combinations.whenBoth(this, before, other);
    }

    /** It may follow several promises, and be in one list of listeners only: each time a node of its own. */
    @Override
    SettleListener follower() {
        return new Follower(this);
    }
}
