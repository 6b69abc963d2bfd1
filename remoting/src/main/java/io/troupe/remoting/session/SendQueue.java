// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.RoomWaiters;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.varhandle.unpadded.MpscChunkedVarHandleUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be sent to one target: bounded by number and by bytes, slows its senders down, small while little waits.
 *
 * <p>Invariant: the bytes of this queue are a part of those that the budget of the link has in use, and the first message always
 * finds room; so senders wait only while messages do, and the loop will come again. Known race: a message that is refused counts
 * for an instant, so that another one may be refused, too; its sender looks again when it waits ({@link RoomWaiters}). What the
 * consumer has polled counts until it gives it back, at the latest at the end of its turn, before it looks whether somebody waits.
 */
final class SendQueue implements Mailbox {
    private static final int FIRST_CHUNK = 16;
    /** What has been polled is given back when it is so much, and before the consumer tells anybody that there is room. */
    private static final int GIVE_BACK = 16 << 10;

    private final MpscChunkedVarHandleUnpaddedArrayQueue<Message> queue;
    private final RoomWaiters waiters;
    private final MemoryBudget budget;
    private final AtomicLong bytes = new AtomicLong();
    /** Polled and not yet given back. The consumer's. */
    private int polled;

    /**
     * An empty one.
     *
     * @param capacity messages, a power of two of at least 32
     * @param budget of what waits on the link
     */
    SendQueue(int capacity, MemoryBudget budget) {
        this.queue = new MpscChunkedVarHandleUnpaddedArrayQueue<>(FIRST_CHUNK, capacity);
        this.budget = budget;
        this.waiters = new RoomWaiters(capacity, this::fill);
    }

    /** A message that is not small, with what it weighs. */
    private static final class Weighed extends Message {
        private final Message message;
        private final int weight;

        Weighed(Message message, int weight) {
            this.message = message;
            this.weight = weight;
        }

        @Override
        public void deliver(Object receiver) {
            throw new AssertionError("is taken out before");
        }
    }

    @Override
    public Offer offer(Message message) {
        int weight = Weight.of(message);
        long before = bytes.getAndAdd(weight);
        if (before == 0) {
            budget.reserve(weight);
        } else if (!budget.tryReserve(weight, before)) {
            bytes.addAndGet(-weight);
            return Offer.FULL;
        }
        if (queue.offer(weight == Weight.SMALL ? message : new Weighed(message, weight))) {
            return Offer.ACCEPTED;
        }
        gone(weight);
        return Offer.FULL;
    }

    @Override
    public @Nullable Message poll() {
        Message next = queue.poll();
        Message message = next;
        if (next instanceof Weighed weighed) {
            message = weighed.message;
            polled += weighed.weight;
        } else if (next != null) {
            polled += Weight.SMALL;
        }
        if (!waiters.isEmpty()) {
            giveBack();
            waiters.polled();
        } else if (next == null || polled >= GIVE_BACK) {
            giveBack();
        }
        return message;
    }

    /**
     * Makes room for senders of what has been polled. The consumer, also at the end of its turn: else they might wait for
     * nothing.
     */
    void giveBack() {
        int weight = polled;
        if (weight > 0) {
            polled = 0;
            gone(weight);
        }
    }

    /** What the next message weighs; 0: there is none, or it is small. The consumer only. */
    int nextWeight() {
        return queue.peek() instanceof Weighed weighed ? weighed.weight : 0;
    }

    /** The next message; null: there is none. The consumer only. */
    @Nullable
    Message next() {
        Message next = queue.peek();
        return next instanceof Weighed weighed ? weighed.message : next;
    }

    private void gone(int weight) {
        bytes.addAndGet(-weight);
        budget.release(weight);
    }

    /** As full as it is by number, or quite full if it holds half of what it might by bytes. */
    private int fill() {
        int messages = queue.size();
        return messages > 0 && bytes.get() > budget.free() / 2 ? queue.capacity() : messages;
    }

    @Override
    public boolean isEmpty() {
        boolean empty = queue.isEmpty();
        if (empty) {
            waiters.rested();
        }
        return empty;
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public int capacity() {
        return queue.capacity();
    }

    @Override
    public Overflow overflow() {
        return Overflow.PACE;
    }

    @Override
    public RoomWaiters waiters() {
        return waiters;
    }

    @Override
    public void close() {
        waiters.close();
    }
}
