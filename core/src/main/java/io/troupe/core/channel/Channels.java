// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

/** Makes channels. They belong to no actor and to no system, and need not be closed. Any thread. */
public final class Channels {
    private Channels() {}

    /**
     * Makes a channel without a buffer: a sender waits until a receiver has its element.
     *
     * @param <T> type of the elements
     * @return a new channel
     */
    public static <T> Channel<T> rendezvous() {
        return new Channel<>(0, false);
    }

    /**
     * Makes a channel with a buffer: a sender waits while the buffer is full.
     *
     * @param <T> type of the elements
     * @param capacity most elements in the buffer, at least 1
     * @return a new channel
     * @throws IllegalArgumentException if the capacity is less than 1
     */
    public static <T> Channel<T> buffered(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1: capacity=" + capacity
                    + "; a channel without a buffer is a rendezvous");
        }
        return new Channel<>(capacity, false);
    }

    /**
     * Makes a channel that keeps the newest element only: a sender never waits, and an element that nobody has received in
     * time is replaced by the next one. For states of which only the latest counts.
     *
     * @param <T> type of the elements
     * @return a new channel; the elements replaced count as undelivered
     */
    public static <T> Channel<T> latest() {
        return new Channel<>(1, true);
    }

    /**
     * Makes a channel whose buffer grows as long as there is memory. Senders that are faster than the receivers for long wait when
     * the channel holds as much of the budget of the system as is free, see {@link Channel}.
     *
     * @param <T> type of the elements
     * @return a new channel
     */
    public static <T> Channel<T> unlimited() {
        return new Channel<>(Integer.MAX_VALUE, false);
    }
}
