// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.group;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.NonBlockingScope;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sends a copy of each tell to all outlets. */
final class BroadcastOutlet implements Outlet {
    private final String address;
    private final List<Outlet> outlets;

    /** Copies that wait for room though the others have theirs; meanwhile nothing else may pass. */
    private final AtomicInteger stragglers = new AtomicInteger();

    BroadcastOutlet(Class<?> type, List<Outlet> outlets) {
        this.address = outlets.get(0).address() + "…broadcast/" + type.getSimpleName() + "x" + outlets.size();
        this.outlets = List.copyOf(outlets);
    }

    @Override
    public void tell(TellMessage message) {
        if (NonBlockingScope.isActive()) {
            attempt(message);
            return;
        }
        MailboxFullException full = null;
        for (int i = outlets.size() - 1; i >= 0; i--) {
            try {
                outlets.get(i).tell(i == 0 ? message : (TellMessage) message.copy());
            } catch (MailboxFullException e) { // the others get theirs all the same
                full = e;
            }
        }
        if (full != null) {
            throw full;
        }
    }

    /** All or, if the slowest has no room, none. */
    private void attempt(TellMessage message) {
        if (tryTell(message) == Offer.FULL) {
            throw new MailboxFullException("a group is as full as its slowest member: group=" + address);
        }
    }

    @Override
    public Runnable whenRoom(Runnable wake) {
        RoomOfAll request = new RoomOfAll(wake);
        request.look();
        return request;
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        refuse(message);
        return message;
    }

    private void refuse(AskMessage<?> message) {
        message.target(this);
        message.reject(new UnsupportedOperationException(
                "a broadcast must be a tell, it has no single result: method=" + message.method() + "; use Group.all"));
    }

    /**
     * As long as one that paces its senders is full nobody gets the message: the slowest sets the pace. Otherwise the
     * others get theirs though some are full, and these lose it.
     */
    @Override
    public Offer tryTell(TellMessage message) {
        if (stragglers.get() > 0 || outlets.stream().anyMatch(BroadcastOutlet::isHeldUp)) {
            return Offer.FULL;
        }
        Object context = message.context();
        List<Runnable> missed = new ArrayList<>();
        for (int i = outlets.size() - 1; i >= 0; i--) {
            Outlet outlet = outlets.get(i);
            TellMessage own = i == 0 ? message : (TellMessage) message.copy();
            own.context(context);
            if (outlet.tryTell(own) == Offer.FULL) {
                missed.add(() -> missed(outlet, own));
            }
        }
        if (missed.size() == outlets.size()) {
            return Offer.FULL;
        }
        missed.forEach(Runnable::run);
        return Offer.ACCEPTED;
    }

    private static boolean isHeldUp(Outlet outlet) {
        Cell cell = outlet.cell();
        Mailbox mailbox = cell == null ? null : cell.mailbox();
        return mailbox != null && paces(mailbox) && mailbox.size() >= mailbox.capacity();
    }

    private static boolean paces(Mailbox mailbox) {
        return mailbox.overflow() == Overflow.PACE;
    }

    private void missed(Outlet outlet, TellMessage own) {
        Cell cell = outlet.cell();
        Mailbox mailbox = cell == null ? null : cell.mailbox();
        if (cell != null && mailbox != null && paces(mailbox)) {
            stragglers.incrementAndGet();
            putWhenRoom(cell, mailbox, own);
        } else {
            outlet.lost(own);
        }
    }

    /** For one that got full between looking and putting: what paces its senders loses nothing. */
    private void putWhenRoom(Cell cell, Mailbox mailbox, TellMessage own) {
        mailbox.whenRoom(() -> {
            if (cell.tryOffer(own) == Offer.FULL) {
                putWhenRoom(cell, mailbox, own);
            } else {
                stragglers.decrementAndGet();
            }
        });
    }

    @Override
    public Offer tryAsk(AskMessage<?> message) {
        refuse(message);
        return Offer.ACCEPTED;
    }

    @Override
    public void lost(TellMessage message) {
        outlets.forEach(outlet -> outlet.lost(message));
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return outlets.get(0).outsideExecutor();
    }

    /** Waits for one member after the other until none is held up; run takes it back. */
    private final class RoomOfAll implements Runnable {
        private final Runnable wake;
        private @Nullable Runnable atMember; // guarded by this
        private int looks; // guarded by this
        private boolean isTakenBack; // guarded by this

        RoomOfAll(Runnable wake) {
            this.wake = wake;
        }

        void look() {
            int own = begin();
            for (Outlet outlet : outlets) {
                if (isHeldUp(outlet)) {
                    waitAt(own, outlet.whenRoom(this::look));
                    return;
                }
            }
            wake.run();
        }

        private synchronized int begin() {
            return ++looks;
        }

        /** Known race: the request was told before it is noted here; then the next look has begun. */
        private void waitAt(int look, Runnable request) {
            boolean tooLate;
            synchronized (this) {
                tooLate = isTakenBack;
                if (look == looks) {
                    atMember = request;
                }
            }
            if (tooLate) {
                request.run();
            }
        }

        @Override
        public void run() {
            Runnable request;
            synchronized (this) {
                isTakenBack = true;
                request = atMember;
            }
            if (request != null) {
                request.run();
            }
        }
    }
}
