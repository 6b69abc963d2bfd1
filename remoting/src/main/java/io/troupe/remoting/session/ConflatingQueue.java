// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The latest item of each key, in the place of the one it replaces. With too many keys the oldest is left out. */
final class ConflatingQueue extends SubscriberQueue {
    private final Map<Object, PublishedItem> waiting = new LinkedHashMap<>();

    ConflatingQueue(int capacity, LongSupplier clock) {
        super(capacity, clock);
    }

    @Override
    boolean put(PublishedItem item) {
        if (waiting.replace(item.key(), item) != null) {
            dropped(1);
            return true;
        }
        if (waiting.size() >= capacity()) {
            take();
            dropped(1);
            skip(1);
        }
        waiting.put(item.key(), item);
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
        return oldest;
    }

    @Override
    void clear() {
        waiting.clear();
    }

    @Override
    public synchronized int size() {
        return waiting.size();
    }
}
