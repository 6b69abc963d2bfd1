// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Told the outcome of one promise on the thread that settles it, without a turn of anybody: for code that carries outcomes
 * elsewhere, such as links. For all else there are continuations.
 *
 * @param <T> type of the value
 */
public abstract class Observer<T> extends SettleListener {
    /** Makes the promise hand its continuations over one by one, so that those registered meanwhile wait behind. */
    private static final CallbackExecutor HANDED_OVER = new HandedOver();

    private final boolean watching;

    /** For subclasses that look at the outcome on behalf of somebody; one object observes one promise. */
    protected Observer() {
        this(false);
    }

    /**
     * For subclasses; one object observes one promise.
     *
     * @param watching true for tracers: it does not count as somebody who looks at the outcome, so a failure may still be
     *     reported as unhandled; and it may let the settling thread wait if it was there before the promise settled:
     *     continuations that are registered meanwhile wait, too
     */
    protected Observer(boolean watching) {
        this.watching = watching;
    }

    @Override
    final boolean hears() {
        return !watching;
    }

    @Override
    final @Nullable CallbackExecutor order() {
        return watching ? HANDED_OVER : null;
    }

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
     * Runs an action when a promise settles, whatever becomes of it: at once if it has.
     *
     * @param promise any
     * @param action any thread; must be quick and must not throw
     */
    public static void whenSettled(Promise<?> promise, Runnable action) {
        new Observer<Object>() {
            @Override
            protected void onValue(@Nullable Object value) {
                action.run();
            }

            @Override
            protected void onFailure(Throwable cause) {
                action.run();
            }
        }.observe(promise);
    }

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

    /**
     * The same for as long as somebody is interested: a promise that settles late or never keeps nothing of an observer that it
     * was told to let go of. At that moment it may be telling it all the same.
     *
     * @param promise any
     * @return lets go of this observer; any thread
     */
    public final Runnable observeUntilLetGo(Promise<? extends T> promise) {
        if (promise instanceof DefaultPromise<?> pending) {
            Dependents.Dependent own = outcome -> onSettled(outcome);
            Dependents of = pending.depend(own);
            return () -> of.remove(own);
        }
        observe(promise);
        return () -> {};
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

    /** Runs nothing; it is there for its answer to {@link #isExclusive}. */
    private static final class HandedOver extends CallbackExecutor {
        @Override
        public boolean isExclusive() {
            return false;
        }

        @Override
        public void run(Message continuation) {
            throw unused();
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            throw unused();
        }

        @Override
        public Deadlines deadlines() {
            throw unused();
        }

        @Override
        public long nanos() {
            throw unused();
        }

        @Override
        public void failed(Throwable failure) {
            throw unused();
        }

        private static AssertionError unused() {
            return new AssertionError("observers run on the settling thread, not on an executor");
        }
    }
}
