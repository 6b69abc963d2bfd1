// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;

/**
 * Senders that wait for room in a full mailbox. They are woken when it is half empty, not at every poll, so that a full
 * mailbox does not cost a wake-up per message. For mailboxes that pace; any thread.
 *
 * <p>Known race: a sender that registers while the last message is polled. It registers first and looks at the size
 * then; the consumer polls first and looks for waiters then, but its poll is a release store that may become visible
 * after that look. So it looks once more when it goes to rest ({@link #rested}, behind the full fence of giving up
 * the cell), and one of the two sees the other.
 */
public final class RoomWaiters {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final int lowMark;
    private volatile boolean closed;

    /**
     * Nobody waits.
     *
     * @param capacity of the mailbox
     */
    public RoomWaiters(int capacity) {
        lowMark = capacity / 2;
    }

    /**
     * Wakes all if there is room enough. By the consumer, after each poll.
     *
     * @param size messages left
     */
    public void polled(int size) {
        if (size <= lowMark) {
            wake();
        }
    }

    /** Whether {@link #polled} has anything to do. By the consumer. */
    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Wakes all: by the consumer when it has seen the mailbox empty on going to rest. */
    public void rested() {
        wake();
    }

    /**
     * Asks to be woken once. Any thread.
     *
     * @param wake told when there is room, or the mailbox has closed
     * @param size messages waiting, looked at by the caller's mailbox after registering
     */
    public void add(Runnable wake, IntSupplier size) {
        waiting.add(wake);
        if (closed || size.getAsInt() <= lowMark) {
            wakeAll();
        }
    }

    /** Wakes all, now and from now on. */
    public void close() {
        closed = true;
        wakeAll();
    }

    private void wake() {
        if (!waiting.isEmpty() && !closed) { // after the end who waits is woken by close()
            wakeAll();
        }
    }

    private void wakeAll() {
        // only those present now: a woken sender that finds the mailbox full again queues anew
        for (int left = waiting.size(); left > 0; left--) {
            Runnable wake = waiting.poll();
            if (wake == null) {
                return;
            }
            wake.run();
        }
    }
}
