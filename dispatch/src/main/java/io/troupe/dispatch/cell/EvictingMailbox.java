// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.Overflow;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A bounded mailbox that makes room by dropping its oldest message. Guarded by its own monitor: senders remove, too,
 * which rules out the single-consumer queues.
 */
final class EvictingMailbox implements Mailbox {
    private final ArrayDeque<Message> queue = new ArrayDeque<>();
    private final int capacity;
    private final Consumer<Message> dropped;
    /** Written under the monitor, read racily. */
    private volatile int size;

    EvictingMailbox(int capacity, Consumer<Message> dropped) {
        this.capacity = capacity;
        this.dropped = dropped;
    }

    @Override
    public Offer offer(Message message) {
        Message oldest = null;
        synchronized (this) {
            if (queue.size() == capacity) {
                oldest = queue.poll();
            }
            queue.add(message);
            size = queue.size();
        }
        if (oldest != null) {
            dropped.accept(oldest);
        }
        return Offer.ACCEPTED;
    }

    @Override
    public synchronized @Nullable Message poll() {
        Message message = queue.poll();
        size = queue.size();
        return message;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public Overflow overflow() {
        return Overflow.DROP_OLDEST;
    }
}
