// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Sends to a full mailbox that slows its senders down: actors keep the message in their outbox, other threads wait. */
final class Pacing {
    private Pacing() {}

    /** Whether earlier messages of the calling turn wait for room there. */
    static boolean isWaitingFor(Cell target) {
        Cell sender = CellThread.currentCell();
        Outbox waiting = sender == null ? null : sender.outboxIfAny();
        return waiting != null && waiting.holdsFor(target);
    }

    static Offer offer(Cell target, Mailbox mailbox, Message message) {
        Cell sender = CellThread.currentCell();
        Outbox waiting = sender == null ? null : sender.outboxIfAny();
        if (waiting != null && waiting.holdsFor(target)) {
            return kept(waiting, target, message); // behind the earlier ones
        }
        Offer result = target.put(mailbox, message);
        if (result != Offer.FULL) {
            return result;
        }
        return sender == null ? waitForRoom(target, mailbox, message) : kept(sender.ownOutbox(), target, message);
    }

    private static Offer kept(Outbox outbox, Cell target, Message message) {
        return outbox.keep(target, message) ? Offer.ACCEPTED : Offer.FULL;
    }

    private static Offer waitForRoom(Cell target, Mailbox mailbox, Message message) {
        Offer result = Offer.FULL;
        while (result == Offer.FULL) {
            Semaphore room = new Semaphore(0);
            mailbox.whenRoom(room::release);
            try {
                room.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Offer.FULL;
            }
            result = target.put(mailbox, message);
        }
        return result;
    }

    /** Puts a message that waited for room in an outbox. */
    static Offer retry(Cell target, Message message) {
        @Nullable Mailbox mailbox = target.mailbox();
        return mailbox == null ? target.offer(message) : target.put(mailbox, message);
    }
}
