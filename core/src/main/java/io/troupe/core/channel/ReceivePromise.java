// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.DefaultPromise;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.UnhandledFailure;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The promise of one element. Its outcome decides who has the element. An element in it becomes undelivered if the first
 * continuation on the promise cannot run any more, because its actor has ended.
 */
final class ReceivePromise<T> extends DefaultPromise<T> {
    private static final int UNSEEN = 0;
    private static final int SEEN = 1;
    private static final int LOST = 2;

    private static final VarHandle FATE;

    static {
        try {
            FATE = MethodHandles.lookup().findVarHandle(ReceivePromise.class, "fate", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Channel<T> channel;
    private final @Nullable CallbackExecutor executor = CallbackExecutor.current();

    /** UNSEEN, SEEN or LOST. Any thread, by FATE. */
    @SuppressWarnings("UnusedVariable") // by FATE
    private volatile int fate;

    ReceivePromise(Channel<T> channel) {
        this.channel = channel;
    }

    /** Gets the element at once. Before anybody else knows this promise. */
    ReceivePromise<T> with(T element) {
        settleValue(element);
        return this;
    }

    ReceivePromise<T> refuse(Throwable cause) {
        settleFailure(cause);
        return this;
    }

    Waiter<T> newPlace() {
        place = new Place();
        return place;
    }

    /** Where it waits, if it does. Written before it is put into the list. */
    private @Nullable Place place;

    @Override
    protected void onAbandoned() {
        Place mine = place;
        if (mine != null) {
            channel.withdraw(mine);
        }
    }

    @Override
    protected boolean withdraw() {
        return true;
    }

    @Override
    protected void onHeard() {
        if (fate == UNSEEN) {
            FATE.compareAndSet(this, UNSEEN, SEEN);
        }
    }

    @Override
    protected void onForsaken() {
        T element = peek();
        if (element != null && FATE.compareAndSet(this, UNSEEN, LOST)) {
            channel.lost(element, executor);
        }
    }

    @Override
    protected void onUnheard(UnhandledFailure failure) {
        CallbackExecutor mine = executor;
        (mine == null ? OutsideExecutors.ofNoSystem().ofThisThread() : mine).unhandled(failure);
    }

    @Override
    protected CallbackExecutor outsideExecutor() {
        return executor == null
                ? OutsideExecutors.ofNoSystem().ofThisThread()
                : executor.outside().ofThisThread();
    }

    @Override
    protected String label() {
        return "a receive from channel " + channel.name();
    }

    @Override
    protected String whereabouts() {
        return "waiting for an element of channel " + channel.name();
    }

    /** The place in the list of receivers. */
    private final class Place extends Waiter<T> {
        /** Written under the lock by who claims, read by the same thread. */
        private @Nullable Object listeners;

        @Override
        boolean claim(@Nullable T element) {
            if (isOfNobody()) {
                return false;
            }
            listeners = settleSilently(element);
            return listeners != null;
        }

        private boolean isOfNobody() {
            return executor != null && executor.isEnding();
        }

        @Override
        void wake() {
            Object told = listeners;
            listeners = null;
            if (told != null) {
                announce(told);
            }
        }

        @Override
        void end() {
            settleFailure(channel.closedToReceivers());
        }

        @Override
        boolean isGone() {
            return isOfNobody() || isSettled();
        }
    }
}
