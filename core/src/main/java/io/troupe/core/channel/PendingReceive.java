// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.OwnedPromise;
import io.troupe.core.continuation.Promises;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A receive of one element. The outcome of its promise decides who has the element. An element in it becomes undelivered if
 * the first continuation on the promise cannot run any more, because its actor has ended. It returns to the channel if the
 * promise is the result of a call that was given up.
 */
final class PendingReceive<T> extends Waiter<T> implements OwnedPromise.Owner {
    private static final int UNSEEN = 0;
    private static final int SEEN = 1;
    private static final int LOST = 2;
    private static final int REFUSED = 3;

    private static final VarHandle FATE;

    static {
        try {
            FATE = MethodHandles.lookup().findVarHandle(PendingReceive.class, "fate", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Channel<T> channel;
    private final @Nullable CallbackExecutor executor = CallbackExecutor.current();
    private final OwnedPromise<T> promise = Promises.owned(this);

    /** UNSEEN, SEEN, LOST or REFUSED. Any thread, by FATE. */
    private volatile int fate;

    /** Written under the lock by who claims, read by the same thread. */
    private @Nullable Object listeners;

    PendingReceive(Channel<T> channel) {
        this.channel = channel;
    }

    OwnedPromise<T> promise() {
        return promise;
    }

    @Override
    boolean claim(@Nullable T element) {
        if (isOfNobody()) {
            return false;
        }
        listeners = promise.claim(element);
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
            promise.tell(told);
        }
    }

    @Override
    void end() {
        promise.fail(channel.closedToReceivers());
    }

    @Override
    boolean isGone() {
        return isOfNobody() || promise.isSettled();
    }

    @Override
    public void onAbandoned() {
        channel.withdraw(this);
    }

    @Override
    public void onHeard() {
        if (fate == UNSEEN) {
            FATE.compareAndSet(this, UNSEEN, SEEN);
        }
    }

    @Override
    public void onForsaken() {
        T element = promise.valueIfAny();
        if (element != null && FATE.compareAndSet(this, UNSEEN, LOST)) {
            channel.lost(element, executor);
        }
    }

    @Override
    public boolean isOfCaller() {
        return true;
    }

    @Override
    public void onRefused() {
        T element = promise.valueIfAny();
        if (element != null && FATE.compareAndSet(this, UNSEEN, REFUSED)) {
            channel.giveBack(element);
        }
    }

    @Override
    public @Nullable CallbackExecutor executor() {
        return executor;
    }

    @Override
    public String label() {
        return "a receive from channel " + channel.name();
    }

    @Override
    public String whereabouts() {
        return "waiting for an element of channel " + channel.name();
    }
}
