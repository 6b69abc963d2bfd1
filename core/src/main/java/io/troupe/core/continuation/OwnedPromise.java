// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import org.jspecify.annotations.Nullable;

/**
 * A promise whose owner decides what becomes of it: it is asked before the caller gives up, and told what happens. For parts
 * of the library that wait for something in lists of their own. Any thread.
 *
 * @param <T> type of the value
 */
public final class OwnedPromise<T> extends DefaultPromise<T> {
    private final Owner owner;

    OwnedPromise(Owner owner) {
        this.owner = owner;
    }

    /** What settles the promise. Called by any thread, without locks of the promise; all methods must be quick. */
    public interface Owner {
        /** The executor that made the promise; null outside of turns. */
        @Nullable
        CallbackExecutor executor();

        /** See {@link DefaultPromise#giveUp}. */
        default boolean giveUp() {
            return true;
        }

        /** The caller does not want the result any more: it has cancelled, or its deadline has passed. */
        default void onAbandoned() {}

        /** Somebody gets to see the outcome. */
        default void onHeard() {}

        /** A continuation on this promise will not run, because its actor has stopped or restarted. */
        default void onForsaken() {}

        /** Whether it is given up when the call that it is the result of is. */
        default boolean isOfCaller() {
            return false;
        }

        /** The call that it is the result of was given up before it got the value. May be told twice. */
        default void onRefused() {}

        /** Whether a failure that nobody listens to is to be reported. */
        default boolean isReported() {
            return true;
        }

        /** The executor of continuations that threads outside of turns register. */
        default CallbackExecutor outsideExecutor() {
            CallbackExecutor executor = executor();
            return executor == null
                    ? OutsideExecutors.ofNoSystem().ofThisThread()
                    : executor.outside().ofThisThread();
        }

        /** What kind of promise it is, for errors. */
        String label();

        /** What it waits for, for errors. */
        String whereabouts();
    }

    /**
     * Settles the promise with a value.
     *
     * @return false if it was settled already
     */
    public boolean complete(@Nullable T value) {
        return settleValue(value);
    }

    /**
     * Settles the promise with a failure.
     *
     * @return false if it was settled already
     */
    public boolean fail(Throwable cause) {
        return settleFailure(cause);
    }

    /**
     * Writes a value as the outcome and tells nobody so far: for owners that hold a lock. The owner must pass the result to
     * {@link #tell} when it has let go of the lock.
     *
     * @return null if it was settled already
     */
    public @Nullable Object claim(@Nullable T value) {
        return settleSilently(value);
    }

    /**
     * Tells those that listen.
     *
     * @param listeners what {@link #claim} has returned
     */
    public void tell(Object listeners) {
        DefaultPromise<?> call = listeners == this ? null : onlyFollower(listeners);
        announce(listeners);
        if (call != null) {
            unwantedBy(call);
        }
    }

    @Override
    public void unwantedBy(DefaultPromise<?> call) {
        if (!owner.isOfCaller()) {
            return;
        }
        if (isSettled()) {
            if (peek() != null && call.peek() == null) {
                owner.onRefused();
            }
        } else if (isOnlyFor(call)) {
            cancel();
        }
    }

    /** The value if it is fulfilled with one, else null. Does not count as a look at the outcome. */
    public @Nullable T valueIfAny() {
        return peek();
    }

    /** Whether somebody listens who would hear of a failure. */
    public boolean hasListeners() {
        return isHeard();
    }

    @Override
    boolean giveUp() {
        return owner.giveUp();
    }

    @Override
    protected void onAbandoned() {
        owner.onAbandoned();
    }

    @Override
    void onHeard() {
        owner.onHeard();
    }

    @Override
    void onForsaken() {
        owner.onForsaken();
    }

    /** Whoever would have taken it must settle it first: if the deadline settles it, it was not taken. */
    @Override
    protected boolean withdraw() {
        return true;
    }

    @Override
    protected void onUnheard(UnhandledFailure failure) {
        if (owner.isReported()) {
            CallbackExecutor executor = owner.executor();
            (executor == null ? owner.outsideExecutor() : executor).unhandled(failure);
        }
    }

    @Override
    protected CallbackExecutor outsideExecutor() {
        return owner.outsideExecutor();
    }

    @Override
    protected String label() {
        return owner.label();
    }

    @Override
    protected String whereabouts() {
        return owner.whereabouts();
    }
}
