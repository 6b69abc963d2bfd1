// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends to a mailbox that slows its senders down. Where there is no room, or others wait for it already, actors keep the
 * message in their outbox, other threads wait in line; an {@link NonBlockingScope} is refused.
 */
final class PacedOffer {
    private PacedOffer() {}

    /** Whether earlier messages of the calling turn wait for room there. */
    static boolean isWaitingFor(Cell target) {
        Cell sender = CellThread.currentCell();
        Outbox waiting = sender == null ? null : sender.outboxIfAny();
        return waiting != null && waiting.holdsFor(target);
    }

    static Offer offer(Cell target, Mailbox mailbox, RoomWaiters waiters, Message message) {
        Cell sender = CellThread.currentCell();
        Outbox waiting = sender == null ? null : sender.outboxIfAny();
        if (waiting != null && waiting.size() != 0) {
            if (NonBlockingScope.isActive()) {
                return target.tryOffer(message);
            }
            if (waiting.keepBehind(target, message)) {
                return Offer.ACCEPTED;
            }
        }
        if (waiters.isEmpty() || target.isClosed()) { // nobody overtakes those in line
            Offer result = target.put(mailbox, message);
            if (result != Offer.FULL) {
                return result;
            }
        }
        if (NonBlockingScope.isActive()) {
            return target.tryOffer(message);
        }
        mailbox.senderWaits();
        if (sender == null) {
            return new WaitingThread(target, mailbox, message).offer(waiters);
        }
        sender.ownOutbox().keep(target, mailbox, waiters, message);
        return Offer.ACCEPTED;
    }

    /** A thread outside of actors that waits for room for one message; who makes room puts it. */
    private static final class WaitingThread implements RoomWaiter {
        private final Thread thread = Thread.currentThread();
        private final Cell target;
        private final Mailbox mailbox;
        private final Message message;

        /** What has become of the message; null while it waits. Written under the monitor, by the first to know. */
        private volatile @Nullable Offer outcome;

        WaitingThread(Cell target, Mailbox mailbox, Message message) {
            this.target = target;
            this.mailbox = mailbox;
            this.message = message;
        }

        Offer offer(RoomWaiters waiters) {
            message.awaitedBy(thread);
            waiters.add(this);
            boolean interrupted = false;
            for (Offer result = outcome; ; result = outcome) {
                if (result != null) {
                    if (interrupted) {
                        thread.interrupt();
                    }
                    if (result == Offer.CLOSED) {
                        target.undelivered(message);
                    }
                    return result;
                }
                if (message.isObsolete() || interrupted || cannotGetRoom()) {
                    settle(Offer.FULL); // unless it has just been put
                    waiters.remove(this);
                } else if (outcome == null) { // else the permit may be gone: this thread may have waited twice
                    LockSupport.park(this);
                    interrupted |= Thread.interrupted();
                }
            }
        }

        /** Where nobody else makes room, this thread must: it runs turns, and gives up when there are none left. */
        private boolean cannotGetRoom() {
            while (outcome == null && target.home().isDrivenBy(thread)) {
                if (!target.home().drive()) {
                    return outcome == null;
                }
            }
            return false;
        }

        private synchronized boolean settle(Offer result) {
            if (outcome != null) {
                return false;
            }
            outcome = result;
            return true;
        }

        @Override
        public boolean pour(int most) {
            synchronized (this) {
                if (outcome != null) {
                    return false;
                }
                if (mailbox.admit(message) != Offer.ACCEPTED) {
                    return true;
                }
                outcome = Offer.ACCEPTED;
            }
            target.arrived();
            LockSupport.unpark(thread);
            return false;
        }

        @Override
        public void end() {
            if (settle(Offer.CLOSED)) {
                LockSupport.unpark(thread);
            }
        }
    }
}
