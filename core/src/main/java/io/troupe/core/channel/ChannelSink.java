// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.relay.ElementSink;
import org.jspecify.annotations.Nullable;

/** A remote sender of a channel. Its elements wait in the list of senders. */
final class ChannelSink<T> implements ElementSink {
    private final Channel<T> channel;
    private final Runnable onChange;
    private boolean detached;

    /** Attached. */
    ChannelSink(Channel<T> channel, Runnable onChange) {
        this.channel = channel;
        this.onChange = onChange;
        channel.attach(onChange, false);
    }

    @Override
    public int demand() {
        return channel.demand();
    }

    @Override
    public @Nullable Object put(Object element, Runnable onTaken) {
        T arrived = Channel.element(element);
        Arrival<T> arrival = new Arrival<>(arrived, channel.bytesOf(arrived) + Channel.WAITER, onTaken);
        return channel.waits(arrival, true) == null ? arrival : null; // the credit of its link bounds what waits
    }

    @Override
    @SuppressWarnings("unchecked") // made by put
    public boolean takeBack(Object ticket) {
        return channel.takeBack((Arrival<T>) ticket);
    }

    @Override
    public boolean isClosed() {
        channel.lock();
        boolean closed = channel.isShut();
        channel.unlock();
        return closed;
    }

    @Override
    public void end(@Nullable Throwable cause) {
        channel.end(cause);
    }

    @Override
    public boolean detach() {
        if (detached) {
            return false;
        }
        detached = true;
        return channel.detach(onChange, false);
    }

    /** An element that has come, in the list of senders. */
    private static final class Arrival<T> extends Waiter<T> {
        private final T element;
        private final Runnable onTaken;

        Arrival(T element, int bytes, Runnable onTaken) {
            this.element = element;
            this.bytes = bytes;
            this.onTaken = onTaken;
        }

        @Override
        boolean claim(@Nullable T nothing) {
            return true; // who takes it back takes it out of the list, under the same lock
        }

        @Override
        void wake() {
            onTaken.run();
        }

        @Override
        T element() {
            return element;
        }

        @Override
        boolean isGone() {
            return false;
        }
    }
}
