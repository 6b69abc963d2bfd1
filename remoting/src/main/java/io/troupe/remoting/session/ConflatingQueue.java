// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.mailbox.MemoryBudget;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The latest item of each key, in the place of the one it replaces. With too many keys the oldest is left out. */
final class ConflatingQueue extends SubscriberQueue {
    private final Map<Object, PublishedItem> waiting = new LinkedHashMap<>();

    ConflatingQueue(int capacity, LongSupplier clock, MemoryBudget memory) {
        super(capacity, clock, memory);
    }

    @Override
    boolean put(PublishedItem item) {
        PublishedItem replaced = waiting.replace(item.key(), item);
        if (replaced != null) {
            entered(item);
            left(replaced);
            dropped(1);
            return true;
        }
        if (hasNoRoom()) {
            take();
            dropped(1);
            skip(1);
        }
        waiting.put(item.key(), item);
        entered(item);
        return true;
    }

    @Override
    @Nullable
    PublishedItem take() {
        Iterator<PublishedItem> all = waiting.values().iterator();
        if (!all.hasNext()) {
            return null;
        }
        PublishedItem oldest = all.next();
        all.remove();
        left(oldest);
        return oldest;
    }

    @Override
    void clear() {
        waiting.values().forEach(this::left);
        waiting.clear();
    }

    @Override
    public synchronized int size() {
        return waiting.size();
    }
}
