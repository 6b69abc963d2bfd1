// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.RoomWaiters;
import io.troupe.dispatch.mailbox.Overflow;
import org.jspecify.annotations.Nullable;

/**
 * How a cell sees its part of a ring: a mailbox that paces its senders. A message is a stretch of slots; what is offered is
 * published.
 */
final class StageMailbox<T> implements Mailbox {
    private final LineRing<T> ring;
    private final boolean isEntry;

    /** Set once, by the constructor of the cell. */
    private @Nullable StageCell<T> cell;

    StageMailbox(LineRing<T> ring, boolean isEntry) {
        this.ring = ring;
        this.isEntry = isEntry;
    }

    void of(StageCell<T> made) {
        cell = made;
    }

    @Override
    @SuppressWarnings("unchecked") // nothing but the ring's own publications is offered
    public Offer offer(Message message) {
        return ring.admit((Publication<T>) message);
    }

    @Override
    public @Nullable Message poll() {
        return cell == null ? null : cell.next();
    }

    @Override
    public boolean isEmpty() {
        return cell == null || !cell.hasNext();
    }

    @Override
    public int size() {
        return ring.occupied();
    }

    @Override
    public int capacity() {
        return ring.capacity();
    }

    @Override
    public Overflow overflow() {
        return Overflow.PACE;
    }

    @Override
    public @Nullable RoomWaiters waiters() {
        return isEntry ? ring.waiters() : null;
    }

    @Override
    public void close() {
        if (isEntry) {
            ring.waiters().close();
        }
    }
}
