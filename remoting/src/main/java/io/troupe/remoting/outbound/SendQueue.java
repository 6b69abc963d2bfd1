// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.outbound;

import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.Overflow;
import io.troupe.dispatch.cell.RoomWaiters;
import org.jctools.queues.varhandle.unpadded.MpscChunkedVarHandleUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/** What waits to be sent to one target: bounded, slows its senders down, small while little waits. */
final class SendQueue implements Mailbox {
    private static final int FIRST_CHUNK = 16;

    private final MpscChunkedVarHandleUnpaddedArrayQueue<Message> queue;
    private final RoomWaiters waiters;

    /** A power of two of at least 32. */
    SendQueue(int capacity) {
        MpscChunkedVarHandleUnpaddedArrayQueue<Message> messages =
                new MpscChunkedVarHandleUnpaddedArrayQueue<>(FIRST_CHUNK, capacity);
        this.queue = messages;
        this.waiters = new RoomWaiters(capacity, messages::size);
    }

    @Override
    public Offer offer(Message message) {
        return queue.offer(message) ? Offer.ACCEPTED : Offer.FULL;
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
