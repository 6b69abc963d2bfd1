// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.Overflow;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** A bounded mailbox on JCTools' many-to-one array; a full one lets senders wait, refuses or drops the newcomer. */
final class BoundedMailbox implements Mailbox {
    private final MpscVarHandleArrayQueue<Message> queue;
    private final RoomWaiters waiters;
    private final int capacity;
    private final Overflow overflow;

    BoundedMailbox(int capacity, Overflow overflow) {
        MpscVarHandleArrayQueue<Message> messages = new MpscVarHandleArrayQueue<>(capacity);
        this.queue = messages;
        this.waiters = new RoomWaiters(capacity, messages::size);
        this.capacity = capacity;
        this.overflow = overflow;
    }

    @Override
    public Offer offer(Message message) {
        // the array is rounded up to a power of two, the threshold is what was asked for
        if (queue.offerIfBelowThreshold(message, capacity)) {
            return Offer.ACCEPTED;
        }
        return overflow == Overflow.DROP_NEWEST ? Offer.DROPPED : Offer.FULL;
    }

    @Override
    public @Nullable Message poll() {
        Message message = queue.poll();
        if (!waiters.isEmpty()) {
            waiters.polled();
        }
        return message;
    }

    @Override
    public int size() {
        return queue.size();
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
    public int capacity() {
        return capacity;
    }

    @Override
    public Overflow overflow() {
        return overflow;
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
