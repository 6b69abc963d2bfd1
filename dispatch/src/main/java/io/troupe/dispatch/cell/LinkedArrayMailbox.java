// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.Overflow;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/** JCTools' unbounded many-to-one queue of linked arrays as a mailbox, beside the built-in inbox. */
final class LinkedArrayMailbox implements Mailbox {
    private static final int CHUNK = 128;

    private final MpscUnboundedVarHandleArrayQueue<Message> queue = new MpscUnboundedVarHandleArrayQueue<>(CHUNK);

    LinkedArrayMailbox() {}

    @Override
    public Offer offer(Message message) {
        queue.offer(message);
        return Offer.ACCEPTED;
    }

    @Override
    public @Nullable Message poll() {
        return queue.poll();
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public int capacity() {
        return Integer.MAX_VALUE;
    }

    @Override
    public Overflow overflow() {
        return Overflow.FAIL;
    }
}
