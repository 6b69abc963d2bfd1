// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.Overflow;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A bounded mailbox that keeps one message per key: a newer one takes the place (and the turn in line) of the older.
 * Guarded by its own monitor.
 */
final class LatestMailbox implements Mailbox {
    private final Map<Object, Message> queue = new LinkedHashMap<>();
    private final int capacity;
    private final Function<Object, Object> keyOf;
    private final Consumer<Message> replaced;
    private final RoomWaiters waiters;

    /** Written under the monitor, read racily. */
    private volatile int size;

    LatestMailbox(int capacity, Function<Object, Object> keyOf, Consumer<Message> replaced) {
        this.capacity = capacity;
        this.keyOf = keyOf;
        this.replaced = replaced;
        this.waiters = new RoomWaiters(capacity, this::size);
    }

    @Override
    public Offer offer(Message message) {
        Object key = keyOf.apply(message);
        Message older;
        synchronized (this) {
            if (queue.size() == capacity && !queue.containsKey(key)) {
                return Offer.FULL;
            }
            older = queue.put(key, message);
            size = queue.size();
        }
        if (older != null) {
            replaced.accept(older);
        }
        return Offer.ACCEPTED;
    }

    @Override
    public @Nullable Message poll() {
        Message message = takeOldest();
        if (!waiters.isEmpty()) {
            waiters.polled();
        }
        return message;
    }

    private synchronized @Nullable Message takeOldest() {
        Iterator<Message> oldest = queue.values().iterator();
        if (!oldest.hasNext()) {
            return null;
        }
        Message message = oldest.next();
        oldest.remove();
        size = queue.size();
        return message;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public RoomWaiters waiters() {
        return waiters;
    }

    @Override
    public void close() {
        waiters.close();
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public Overflow overflow() {
        return Overflow.LATEST_BY_KEY;
    }
}
