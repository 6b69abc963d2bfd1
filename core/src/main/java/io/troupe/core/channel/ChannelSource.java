// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.relay.ElementSource;
import org.jspecify.annotations.Nullable;

/** A remote receiver in the list of receivers of a channel. It is given one element at a time, by {@link #claim} or when it polls. */
final class ChannelSource<T> extends Waiter<T> implements ElementSource {
    private final Channel<T> channel;
    private final CallbackExecutor executor;
    private final Runnable onChange;

    /** Runs before the first poll; null once it has. By who polls. */
    private @Nullable Runnable starter;

    /** Given while it waited. Guarded by the lock of the channel. */
    private @Nullable T given;

    private boolean detached;

    /**
     * Attached, and waiting for nothing.
     *
     * @param executor of whose system the hook for undelivered elements runs
     * @param starter runs before the first poll
     */
    ChannelSource(Channel<T> channel, CallbackExecutor executor, Runnable onChange, Runnable starter) {
        this.channel = channel;
        this.executor = executor;
        this.onChange = onChange;
        this.starter = starter;
        channel.attach(onChange, true);
    }

    @Override
    public @Nullable Object poll() {
        Runnable start = starter;
        if (start != null) {
            starter = null;
            start.run();
        }
        channel.lock();
        T element = given;
        given = null;
        boolean waits = listed;
        channel.release();
        if (element != null || waits) {
            return element;
        }
        Object next = channel.pollOrEnlist(this);
        return next == Channel.ENDED ? null : next;
    }

    @Override
    public boolean isEnded() {
        channel.lock();
        boolean ended = channel.isEnded() && given == null;
        channel.unlock();
        return ended;
    }

    @Override
    public @Nullable Throwable failure() {
        return channel.failure();
    }

    @Override
    public void rest() {
        channel.withdraw(this);
        channel.lock();
        T element = given;
        given = null;
        channel.release();
        if (element != null) {
            channel.giveBack(element);
        }
    }

    @Override
    public void giveBack(Object element) {
        channel.giveBack(Channel.element(element));
    }

    @Override
    public void lost(Object element) {
        channel.lost(Channel.element(element), executor);
    }

    @Override
    public void shut(@Nullable Throwable cause) {
        channel.shut(cause);
    }

    @Override
    public boolean detach() {
        rest();
        if (detached) {
            return false;
        }
        detached = true;
        return channel.detach(onChange, true);
    }

    @Override
    boolean claim(@Nullable T element) {
        given = element;
        return true;
    }

    @Override
    void wake() {
        onChange.run();
    }

    @Override
    void end() {
        onChange.run();
    }

    @Override
    boolean isGone() {
        return false; // it withdraws
    }
}
