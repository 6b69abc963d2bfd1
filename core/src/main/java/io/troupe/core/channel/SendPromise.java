// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.DefaultPromise;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.UnhandledFailure;
import org.jspecify.annotations.Nullable;

/** The promise of a send that has to wait, or that has failed. Its outcome decides the fate of the element. */
final class SendPromise<T> extends DefaultPromise<Void> {
    private final Channel<T> channel;
    private final @Nullable CallbackExecutor executor = CallbackExecutor.current();
    private final Place place;

    SendPromise(Channel<T> channel, T element) {
        this.channel = channel;
        this.place = new Place(element);
    }

    Waiter<T> place() {
        return place;
    }

    void refuse(Throwable cause) {
        settleFailure(cause);
    }

    @Override
    protected void onAbandoned() {
        channel.takeBack(place);
    }

    @Override
    protected boolean withdraw() {
        return true; // whoever receives must settle this promise first
    }

    @Override
    protected void onUnheard(UnhandledFailure failure) {
        outsideOr(executor).unhandled(failure);
    }

    private static CallbackExecutor outsideOr(@Nullable CallbackExecutor executor) {
        return executor == null ? OutsideExecutors.ofNoSystem().ofThisThread() : executor;
    }

    @Override
    protected CallbackExecutor outsideExecutor() {
        return executor == null
                ? OutsideExecutors.ofNoSystem().ofThisThread()
                : executor.outside().ofThisThread();
    }

    @Override
    protected String label() {
        return "a send to channel " + channel.name();
    }

    @Override
    protected String whereabouts() {
        return "waiting for a receiver, or for room in channel " + channel.name();
    }

    /** The place in the list of senders. */
    private final class Place extends Waiter<T> {
        private final T element;

        /** Written under the lock by who claims, read by the same thread. */
        private @Nullable Object listeners;

        Place(T element) {
            this.element = element;
        }

        @Override
        boolean claim(@Nullable T nothing) {
            listeners = settleSilently(null);
            return listeners != null;
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
        T element() {
            return element;
        }

        @Override
        boolean isGone() {
            return false; // who takes the element back also takes this out
        }
    }
}
