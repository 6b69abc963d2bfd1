// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.concurrent.atomic.AtomicInteger;

/** One item for all subscribers: waits in the queues of all of them at once, and counts in the memory of its topic once. */
final class PublishedItem extends StreamItem {
    private final LocalTopic<?> topic;
    private final Object key;

    /** Weighed once: what is given back must be what was counted, whatever becomes of the value. */
    private final int bytes;

    /** Queues that have it. */
    private final AtomicInteger queues = new AtomicInteger();

    PublishedItem(LocalTopic<?> topic, TypeSerializer<?> serializer, Object value, Object key) {
        super(serializer, value);
        this.topic = topic;
        this.key = key;
        this.bytes = weight();
    }

    /** What it counts. */
    int bytes() {
        return bytes;
    }

    Object key() {
        return key;
    }

    /** One more queue has it. Any thread. */
    void enter(MemoryBudget memory) {
        if (queues.getAndIncrement() == 0) {
            memory.reserve(bytes);
        }
    }

    /** One of the queues has it no more. Any thread. */
    void leave(MemoryBudget memory) {
        if (queues.decrementAndGet() == 0) {
            memory.release(bytes);
        }
    }

    @Override
    public void notSent(OutCell cell, WireException cause) {
        if (cell.mailbox() instanceof SubscriberQueue queue) {
            queue.notSent();
        }
        topic.unsendable(cause);
    }
}
