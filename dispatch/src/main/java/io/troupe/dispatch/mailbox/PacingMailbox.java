// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Overflow;
import org.jspecify.annotations.Nullable;

/** A bounded mailbox whose senders wait for room, see {@link RoomWaiters}. */
final class PacingMailbox extends BoundedMailbox {
    private final RoomWaiters waiters;

    PacingMailbox(int capacity) {
        super(capacity, Overflow.PACE);
        this.waiters = new RoomWaiters(capacity);
    }

    @Override
    public @Nullable Message poll() {
        Message message = super.poll();
        if (!waiters.isEmpty()) {
            waiters.polled(size());
        }
        return message;
    }

    @Override
    public boolean isEmpty() {
        boolean empty = super.isEmpty();
        if (empty) {
            waiters.rested();
        }
        return empty;
    }

    @Override
    public void whenRoom(Runnable wake) {
        waiters.add(wake, this::size);
    }

    @Override
    public void close() {
        waiters.close();
    }
}
