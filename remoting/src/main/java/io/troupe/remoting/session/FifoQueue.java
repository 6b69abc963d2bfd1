// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.mailbox.MemoryBudget;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** First in, first out; a full one loses its oldest item or the new one, and keeps the place of the gap. */
final class FifoQueue extends SubscriberQueue {
    /** Items, and gaps between them. */
    private final ArrayDeque<Message> waiting = new ArrayDeque<>();

    private final boolean dropOldest;
    private int items;

    FifoQueue(int capacity, LongSupplier clock, MemoryBudget memory, boolean dropOldest) {
        super(capacity, clock, memory);
        this.dropOldest = dropOldest;
    }

    @Override
    boolean put(PublishedItem item) {
        if (!hasNoRoom()) {
            add(item);
            return true;
        }
        dropped(1);
        if (dropOldest) {
            take();
            skip(1);
            add(item);
            return true;
        }
        if (waiting.peekLast() instanceof Gap gap) {
            gap.more();
        } else {
            waiting.add(new Gap(1));
        }
        return false;
    }

    private void add(PublishedItem item) {
        waiting.add(item);
        items++;
        entered(item);
    }

    @Override
    void skipFront() {
        while (waiting.peekFirst() instanceof Gap gap) {
            skip(gap.count());
            waiting.remove();
        }
    }

    @Override
    @Nullable
    PublishedItem take() {
        skipFront();
        PublishedItem item = (PublishedItem) waiting.poll();
        if (item != null) {
            items--;
            left(item);
        }
        return item;
    }

    @Override
    void clear() {
        for (Message message : waiting) {
            if (message instanceof PublishedItem item) {
                left(item);
            }
        }
        waiting.clear();
        items = 0;
    }

    @Override
    public synchronized int size() {
        return items;
    }
}
