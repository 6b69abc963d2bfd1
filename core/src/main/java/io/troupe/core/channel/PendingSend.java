// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.OwnedPromise;
import io.troupe.core.continuation.Promises;
import org.jspecify.annotations.Nullable;

/** A send that has to wait, or that has failed. The outcome of its promise decides the fate of the element. */
final class PendingSend<T> extends Waiter<T> implements OwnedPromise.Owner {
    private final Channel<T> channel;

    /** Null when nobody will take it any more: the promise may be kept for long. Cleared by who has settled the promise. */
    private @Nullable T element;

    private final @Nullable CallbackExecutor executor = CallbackExecutor.current();
    private final OwnedPromise<Void> promise = Promises.owned(this);

    /** Written under the lock by who claims, read by the same thread. */
    private @Nullable Object listeners;

    PendingSend(Channel<T> channel, T element, int bytes) {
        this.channel = channel;
        this.element = element;
        this.bytes = bytes;
    }

    OwnedPromise<Void> promise() {
        return promise;
    }

    @Override
    boolean claim(@Nullable T nothing) {
        listeners = promise.claim(null);
        return listeners != null;
    }

    @Override
    void wake() {
        Object told = listeners;
        listeners = null;
        element = null;
        if (told != null) {
            promise.tell(told);
        }
    }

    @Override
    void end() {
        refuse(channel.closedToSenders());
    }

    /** It need not wait, and fails. While it is in no list. */
    void refuse(Throwable cause) {
        element = null;
        promise.fail(cause);
    }

    @Override
    @Nullable
    T element() {
        return element;
    }

    @Override
    boolean isGone() {
        return false; // who takes the element back also takes this out
    }

    @Override
    public void onAbandoned() {
        channel.takeBack(this);
        element = null;
    }

    @Override
    public @Nullable CallbackExecutor executor() {
        return executor;
    }

    @Override
    public String label() {
        return "a send to channel " + channel.name();
    }

    @Override
    public String whereabouts() {
        return "waiting for a receiver, or for room in channel " + channel.name();
    }
}
