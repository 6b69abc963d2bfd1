// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session.inbound;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.MailboxFull;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.Overflow;
import io.troupe.remoting.pacing.Pressure;
import io.troupe.remoting.pacing.QueueWatch;
import io.troupe.remoting.session.far.FarOutlet;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The last step to one actor's mailbox, which never waits: complains to the sender when the mailbox fills up, and holds back what
 * the mailbox does not take, in order. Loop only.
 */
final class Gate {
    private final Outlet outlet;
    private final GateKeeper keeper;
    private final long id;
    private final int capacity;
    private final @Nullable Cell cell;
    private final @Nullable QueueWatch watch;
    private final QueueWatch.@Nullable Share share;
    private final @Nullable Backlog backlog;
    private final ArrayDeque<Held> held = new ArrayDeque<>();

    /**
     * A message held back.
     *
     * @param message that was refused
     * @param bytes it had on the wire
     */
    private record Held(Message message, int bytes) {}

    Gate(Outlet outlet, long id, GateKeeper keeper, int capacity) {
        this.outlet = outlet;
        this.id = id;
        this.keeper = keeper;
        this.capacity = capacity;
        this.cell = outlet.cell();
        this.watch = cell == null ? null : keeper.watch(cell, capacity);
        this.share = watch == null ? null : watch.open(System.nanoTime());
        this.backlog = cell == null ? null : new Backlog(cell, capacity);
    }

    void tell(TellMessage message, int bytes) {
        pass(message, bytes);
    }

    void ask(AskMessage<?> message, int bytes) {
        pass(message, bytes);
    }

    private void pass(Message message, int bytes) {
        keeper.counted();
        if (!held.isEmpty() || isFull() || !offer(message)) {
            held.add(new Held(message, bytes));
            keeper.hold(this, bytes);
        }
        QueueWatch.Share mine = share;
        if (mine != null && mine.arrived(1, bytes, keeper.now())) {
            complain(mine);
        }
    }

    /** An unbounded mailbox is bounded for links: else a sender that does not listen could fill the memory. */
    private boolean isFull() {
        return backlog != null && cell != null && cell.mailbox() == null && backlog.estimate() >= capacity;
    }

    /** Whether the message has been dealt with. */
    private boolean offer(Message message) {
        Offer outcome =
                message instanceof TellMessage tell ? outlet.tryTell(tell) : outlet.tryAsk((AskMessage<?>) message);
        if (outcome != Offer.FULL) {
            if (backlog != null) {
                backlog.arrived();
            }
            return true;
        }
        Mailbox mailbox = cell == null ? null : cell.mailbox();
        if (outlet instanceof FarOutlet || (mailbox != null && mailbox.overflow() == Overflow.PACE)) {
            return false;
        }
        refuse(message);
        return true;
    }

    private void refuse(Message message) {
        if (message instanceof AskMessage<?> ask) {
            ask.reject(new MailboxFull("a full mailbox refuses the call: actor=" + outlet.address()));
        } else {
            keeper.host()
                    .deadLetter(new DeadLetter(
                            outlet.address(),
                            String.valueOf(((TellMessage) message).method()),
                            DeadLetter.Reason.MAILBOX_FULL));
        }
    }

    private void complain(QueueWatch.Share mine) {
        Cell target = cell;
        if (watch == null || target == null || backlog == null) {
            return;
        }
        long now = keeper.now();
        watch.sample(now, backlog.estimate() + held.size(), target.deliveredCount());
        Pressure pressure = mine.due(now, keeper.roundTrip());
        if (pressure != null) {
            keeper.complain(id, pressure);
        }
    }

    /** Passes on what was held back, as far as there is room now; returns whether everything has gone. */
    boolean retry() {
        if (backlog != null) {
            backlog.count();
        }
        for (Held next = held.peek(); next != null; next = held.peek()) {
            if (isFull() || !offer(next.message)) {
                if (share != null) {
                    complain(share);
                }
                return false;
            }
            held.poll();
            keeper.passed(next.bytes);
        }
        return true;
    }

    /** Messages held back. */
    int heldCount() {
        return held.size();
    }

    /** The link has ended, or the other side does not hold the actor any more: what came in time is delivered all the same. */
    void close() {
        if (share != null) {
            share.close();
        }
        if (cell != null) {
            keeper.unwatch(cell);
        }
        for (Held next = held.poll(); next != null; next = held.poll()) {
            keeper.passed(next.bytes);
            if (!offer(next.message)) {
                refuse(next.message);
            }
        }
    }
}
