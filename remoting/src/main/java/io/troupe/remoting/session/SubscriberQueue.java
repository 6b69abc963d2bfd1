// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.TopicConfig;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What waits for one subscriber: bounded, tells where it has left something out. Never takes part in lists of messages, so an item
 * may be in many of these. Any thread puts, the owner of its cell takes; guarded by itself.
 */
abstract class SubscriberQueue implements Mailbox {
    private final int capacity;
    private final LongSupplier clock;

    /** In which what waits counts; that of its topic. */
    private final MemoryBudget memory;

    /** Of what waits here. */
    private long bytes;

    /** Left out before what waits. */
    private long skipped;

    private @Nullable Message last;
    private long sent;
    private long dropped;
    private boolean closed;

    /** From full until half empty. */
    private boolean full;

    private long fullSince;
    /** When an item was last taken from the full queue. */
    private long movedAt;

    private long timesFull;

    SubscriberQueue(int capacity, LongSupplier clock, MemoryBudget memory) {
        this.capacity = capacity;
        this.clock = clock;
        this.memory = memory;
    }

    static SubscriberQueue of(SlowConsumer policy, TopicConfig<?> config, LongSupplier clock, MemoryBudget memory) {
        return switch (policy) {
            case CONFLATE -> new ConflatingQueue(config.queue(), clock, memory);
            // what precedes a disconnection is to be without gaps
            case DISCONNECT -> new FifoQueue(config.queue(), clock, memory, false);
            case DROP, SLOW_ALL -> new FifoQueue(config.queue(), clock, memory, config.dropOldest());
        };
    }

    // ---- for subclasses, guarded by this -------------------------------------------------------------------------

    /** Takes it, or leaves out something; returns whether it is in. */
    abstract boolean put(PublishedItem item);

    /** The oldest item; {@link #skip} has been told what is missing before it. */
    abstract @Nullable PublishedItem take();

    /** Lets the gap at the front be seen, if there is one. */
    void skipFront() {}

    abstract void clear();

    final void entered(PublishedItem item) {
        bytes += item.bytes();
        item.enter(memory);
    }

    final void left(PublishedItem item) {
        bytes -= item.bytes();
        item.leave(memory);
    }

    /** Whether there is no room for one more: by number, or because it holds as much of the memory as is free. */
    final boolean hasNoRoom() {
        return size() >= capacity || (bytes > 0 && bytes > memory.free());
    }

    /** Items are missing before what waits. */
    final void skip(long count) {
        skipped += count;
    }

    final void dropped(long count) {
        dropped += count;
    }

    // ---- mailbox -------------------------------------------------------------------------------------------------

    @Override
    public final synchronized Offer offer(Message message) {
        if (!(message instanceof PublishedItem item)) {
            last = message;
            return Offer.ACCEPTED;
        }
        if (closed || last != null) {
            return Offer.DROPPED;
        }
        boolean in = put(item);
        if (!full && hasNoRoom()) {
            full = true;
            fullSince = clock.getAsLong();
            movedAt = fullSince;
            timesFull++;
        }
        return in ? Offer.ACCEPTED : Offer.DROPPED;
    }

    @Override
    public final synchronized @Nullable Message poll() {
        skipFront();
        if (skipped > 0) {
            long count = skipped;
            skipped = 0;
            return new Gap(count);
        }
        PublishedItem item = take();
        if (item == null) {
            Message end = last;
            last = null;
            return end;
        }
        sent++;
        if (full) {
            movedAt = clock.getAsLong();
            full = size() > capacity / 2 || bytes > memory.free() / 2;
        }
        return item;
    }

    @Override
    public final synchronized boolean isEmpty() {
        skipFront();
        return size() == 0 && skipped == 0 && last == null;
    }

    @Override
    public final int capacity() {
        return capacity;
    }

    @Override
    public final Overflow overflow() {
        return Overflow.DROP_OLDEST;
    }

    @Override
    public final synchronized void close() {
        closed = true;
        full = false;
        last = null;
        skipped = 0;
        clear();
    }

    // ---- for the subscriber --------------------------------------------------------------------------------------

    /** What was taken last cannot be sent. */
    final synchronized void notSent() {
        sent--;
        dropped(1);
        skip(1);
    }

    /** The number of the present time of being full; 0: it is not full. */
    final synchronized long full() {
        return full ? timesFull : 0;
    }

    /** How long it has been full; 0: it is not. */
    final synchronized long fullFor(long now) {
        return full ? Math.max(1, now - fullSince) : 0;
    }

    /** How long nothing has been taken while it was full. */
    final synchronized long stuckFor(long now) {
        return now - movedAt;
    }

    final synchronized long sent() {
        return sent;
    }

    final synchronized long dropped() {
        return dropped;
    }

    /** Items that the subscriber will never see. */
    static final class Gap extends Message implements SessionMessage {
        private long count;

        Gap(long count) {
            this.count = count;
        }

        long count() {
            return count;
        }

        /** While it waits; guarded by the queue. */
        void more() {
            count++;
        }

        @Override
        public void deliver(Object receiver) {
            throw new AssertionError("is encoded, not delivered");
        }

        @Override
        public Frame frame(OutCell cell) {
            return new Frame.Gap(cell.stream(), count);
        }
    }
}
