// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.Overflow;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** A bounded mailbox on JCTools' many-to-one array; a full one refuses or drops the newcomer. */
class BoundedMailbox implements Mailbox {
    private final MpscVarHandleArrayQueue<Message> queue;
    private final int capacity;
    private final Overflow overflow;

    BoundedMailbox(int capacity, Overflow overflow) {
        this.queue = new MpscVarHandleArrayQueue<>(capacity);
        this.capacity = capacity;
        this.overflow = overflow;
    }

    @Override
    public final Offer offer(Message message) {
        // the array is rounded up to a power of two, the threshold is what was asked for
        if (queue.offerIfBelowThreshold(message, capacity)) {
            return Offer.ACCEPTED;
        }
        return overflow == Overflow.DROP_NEWEST ? Offer.DROPPED : Offer.FULL;
    }

    @Override
    public @Nullable Message poll() {
        return queue.poll();
    }

    @Override
    public final int size() {
        return queue.size();
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public final int capacity() {
        return capacity;
    }

    @Override
    public final Overflow overflow() {
        return overflow;
    }
}
