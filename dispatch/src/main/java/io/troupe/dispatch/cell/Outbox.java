// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Messages an actor has sent to full mailboxes that pace their senders. While one waits here the sender gets no
 * messages itself, so the worker is never blocked and the pressure travels upstream. Touched by the owner of the sender
 * only, except for {@link #waitsFor}.
 *
 * <p>Deadlock: two cells each waiting for room in the other would wait for ever. A cell publishes what it waits for and
 * then follows the chain of others' published targets; when that leads back to itself, the message is refused instead.
 * Two cells closing the cycle at once both see it, as both publish before they look.
 */
final class Outbox {
    private final Cell sender;
    private final ArrayDeque<Held> held = new ArrayDeque<>();

    /** The cell whose mailbox must get room first. Written by the owner, read by others that look for a cycle. */
    private volatile @Nullable Cell waitsFor;

    Outbox(Cell sender) {
        this.sender = sender;
    }

    /** Keeps the message until the target has room. Returns false when that could never happen. */
    boolean keep(Cell target, Message message) {
        if (held.isEmpty()) {
            waitsFor = target;
            if (leadsBack(target)) {
                waitsFor = null;
                return false;
            }
            held.add(new Held(target, message));
            sender.hold(Cell.PACED);
            askForRoom(target);
        } else {
            held.add(new Held(target, message));
        }
        return true;
    }

    /** Whether a message to this target must queue here to stay behind earlier ones. */
    boolean holdsFor(Cell target) {
        for (Held waiting : held) {
            if (waiting.target == target) {
                return true;
            }
        }
        return false;
    }

    /** Sends what there is room for, in order for each target; lets the sender go on when all is sent. */
    void retry() {
        Iterator<Held> all = held.iterator();
        ArrayDeque<Cell> full = new ArrayDeque<>();
        while (all.hasNext()) {
            Held next = all.next();
            if (full.contains(next.target)) {
                continue;
            }
            if (Pacing.retry(next.target, next.message) == Offer.FULL) {
                full.add(next.target);
            } else {
                all.remove();
            }
        }
        if (full.isEmpty()) {
            waitsFor = null;
            sender.letGo(Cell.PACED);
        } else {
            Cell first = full.element();
            waitsFor = first;
            if (leadsBack(first)) {
                discard();
            } else {
                askForRoom(first);
            }
        }
    }

    /** Gives up on everything that waits. */
    void discard() {
        waitsFor = null;
        sender.letGo(Cell.PACED);
        for (Held lost = held.poll(); lost != null; lost = held.poll()) {
            lost.target.undelivered(lost.message);
        }
    }

    private boolean leadsBack(Cell target) {
        Cell at = target;
        while (at != null && at != sender) {
            Outbox next = at.outboxIfAny();
            at = next == null ? null : next.waitsFor;
        }
        return at == sender;
    }

    private void askForRoom(Cell target) {
        Mailbox mailbox = target.mailbox();
        if (mailbox != null) {
            mailbox.whenRoom(() -> sender.signal(new Retry()));
        }
    }

    private record Held(Cell target, Message message) {}

    /** Tells the sender, in its own turn, that there may be room. */
    final class Retry extends Message {
        @Override
        public void deliver(Object receiver) {
            if (!held.isEmpty()) {
                retry();
            }
        }
    }
}
