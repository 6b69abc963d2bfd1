// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a cell has sent to full mailboxes that pace their senders: one line of messages per target, each in the order
 * sent. The target's side pulls messages out of a line when it has room, so they need the sender no more: its end or
 * restart loses nothing. While a line is there the sender is held, so its worker is never blocked and the pressure travels
 * upstream. The sender's turn appends, whoever makes room takes; both under the monitor of the outbox, inside of which
 * nothing but a queue is called.
 *
 * <p><b>Why nothing waits for ever.</b> A held cell waits for all targets of its lines. If one never gets room, this
 * target is held itself and does not poll; following that, one comes to a cycle of held cells, each with a line for the
 * next. So it is enough that in every cycle somebody goes on. Before a held cell goes to rest it looks, once for its new
 * lines, which of the lines for <em>itself</em> belong to cells that it waits for, directly or along a chain. These are its
 * creditors. Of a cycle the cell that added its line last sees all the others (they were published before, under monitors)
 * and has a creditor. While it has one, it takes messages though it is held: on credit.
 *
 * <p><b>Why that is bounded.</b> For each message taken on credit one of a creditor's line moves into the mailbox, so the
 * mailbox stays full and nobody from outside of the cycle gets in; what the message sends waits in a line in its place. As
 * long as a message causes one more in the cycle at most, all lines of the cycle together never grow on credit. Credit ends
 * when the creditor's line is empty; only then is the creditor free and may let in from outside what its mailbox holds,
 * before it is held again. In between all that waited in its line has gone on by one cell. So a message that causes
 * {@code n} others in the cycle, one after the other, meets {@code n} such rounds, and the lines of {@code m} cells hold no
 * more than {@code m * capacity * n}, whatever is sent from outside. Messages that each cause more than one in the cycle
 * would fill any queue; they are counted ({@link #size}), never refused.
 */
final class Outbox {
    /** In place of lines as long as there were none. */
    private static final Map<Cell, Line> NONE = Map.of();

    private final Cell sender;

    /** Guarded by this. */
    private Map<Cell, Line> lines = NONE;

    /** Messages in all lines. Written under the monitor, read by others to follow chains and for statistics. */
    private volatile int size;

    /** Lines for the sender that belong to cells it waits for; null: none. Owner of the sender only. */
    private @Nullable Deque<Line> creditors;

    /** Whether lines were added since the last look for creditors. Owner of the sender only. */
    private boolean changed;

    /** Written by the owner of the sender, read racily for statistics. */
    private long onCredit;

    /** What is held whether there is room or not. Owner of the sender only. */
    private @Nullable OutputGate gate;

    Outbox(Cell sender) {
        this.sender = sender;
    }

    /** The gate, made at first need. Owner of the sender only. */
    OutputGate ownGate() {
        OutputGate known = gate;
        if (known == null) {
            known = new OutputGate();
            gate = known;
        }
        return known;
    }

    @Nullable
    OutputGate gateIfAny() {
        return gate;
    }

    // ---- the sender's turn ---------------------------------------------------------------------------------------

    /** Appends the message if earlier ones wait for the same target. */
    boolean keepBehind(Cell target, Message message) {
        if (size == 0) {
            return false;
        }
        synchronized (this) {
            Line line = lines.get(target);
            if (line == null) {
                return false;
            }
            line.append(message);
            return true;
        }
    }

    /** Keeps the first message for a target that has no room, and holds the sender. */
    void keep(Cell target, Mailbox mailbox, RoomWaiters waiters, Message message) {
        Line line = new Line(target, mailbox);
        synchronized (this) {
            if (lines == NONE) {
                lines = new LinkedHashMap<>(4);
            }
            lines.put(target, line);
            line.append(message);
        }
        changed = true;
        sender.hold(Cell.PACED);
        waiters.add(line);
    }

    /** Whether messages wait for this target. */
    boolean holdsFor(Cell target) {
        return size != 0 && lineTo(target) != null;
    }

    /** Whether the sender may take messages though it is held: somebody that it waits for waits for it. */
    boolean hasCredit() {
        if (changed) {
            changed = false;
            creditors = mayBeInCycle() ? findCreditors() : null;
        }
        Deque<Line> known = creditors;
        if (known == null) {
            return false;
        }
        Line first = known.peek();
        while (first != null && first.isEmpty()) {
            known.poll();
            first = known.peek();
        }
        return first != null;
    }

    /** A message has been taken on credit: a creditor's takes its place. */
    void repay() {
        onCredit++;
        Deque<Line> known = creditors;
        Line creditor = known == null ? null : known.peek();
        if (known != null && creditor != null && !creditor.pour(1)) {
            known.poll();
            RoomWaiters waiters = creditor.mailbox.waiters();
            if (waiters != null) {
                waiters.remove(creditor);
            }
        }
    }

    /** Most targets are slow and not held; finding that out must not cost much. */
    private synchronized boolean mayBeInCycle() {
        for (Cell target : lines.keySet()) {
            for (Cell maker : target.roomMakers()) {
                if (isHeld(maker)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isHeld(Cell cell) {
        Outbox waiting = cell.outboxIfAny();
        return waiting != null && waiting.size != 0 && !cell.isClosed();
    }

    private Deque<Line> findCreditors() {
        Deque<Line> found = new ArrayDeque<>(2);
        Set<Cell> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Cell> open = new ArrayDeque<>(targets());
        for (Cell at = open.poll(); at != null; at = open.poll()) {
            for (Cell maker : at.roomMakers()) {
                Outbox waiting = maker.outboxIfAny();
                if (!seen.add(maker) || waiting == null || !isHeld(maker)) {
                    continue;
                }
                Line back = waiting.lineTo(sender.entry());
                if (back != null) {
                    found.add(back);
                }
                if (maker != sender) {
                    open.addAll(waiting.targets());
                }
            }
        }
        return found;
    }

    // ---- any thread ----------------------------------------------------------------------------------------------

    /** Messages that wait for room. Any thread. */
    int size() {
        return size;
    }

    /** Messages that the sender has taken though it was held. Any thread; racy. */
    long onCredit() {
        return onCredit;
    }

    private synchronized @Nullable Line lineTo(Cell target) {
        return lines.get(target);
    }

    /** Under the monitor, so that the two steps are one. */
    private void resize(int by) {
        int now = size + by;
        size = now;
    }

    private synchronized List<Cell> targets() {
        return new ArrayList<>(lines.keySet());
    }

    private void release() {
        if (!sender.isClosed()) {
            sender.signal(new Release());
        }
    }

    /** Messages for one target. It is listed exactly while there are some. */
    private final class Line implements RoomWaiter {
        private final Cell target;
        private final Mailbox mailbox;

        /** In a ring. Guarded by the outbox, like the count. */
        private @Nullable Message newest;

        private int count;

        Line(Cell target, Mailbox mailbox) {
            this.target = target;
            this.mailbox = mailbox;
        }

        /** Under the monitor. */
        void append(Message message) {
            Chain.insert(newest, message, message);
            newest = message;
            count++;
            resize(1);
        }

        boolean isEmpty() {
            synchronized (Outbox.this) {
                return count == 0;
            }
        }

        @Override
        public boolean pour(int most) {
            int put;
            boolean more;
            boolean free;
            synchronized (Outbox.this) {
                put = putSome(most);
                more = count > 0;
                free = put > 0 && removeIfEmpty();
            }
            if (put > 0) {
                target.arrived();
            }
            if (free) {
                release();
            }
            return more;
        }

        private int putSome(int most) {
            int put = 0;
            while (put < most && newest != null) {
                Message oldest = takeOldest(newest);
                if (mailbox.admit(oldest) != Offer.ACCEPTED) {
                    putFirst(oldest);
                    break;
                }
                put++;
            }
            count -= put;
            resize(-put);
            return put;
        }

        private Message takeOldest(Message last) {
            Message oldest = Chain.takeOldest(last);
            if (oldest == last) {
                newest = null;
            }
            return oldest;
        }

        private void putFirst(Message message) {
            Chain.insert(newest, message, message);
            if (newest == null) {
                newest = message;
            }
        }

        /** Whether the sender has no line any more. */
        private boolean removeIfEmpty() {
            if (count > 0) {
                return false;
            }
            lines.remove(target, this);
            return lines.isEmpty();
        }

        @Override
        public void end() {
            List<Message> lost = new ArrayList<>();
            boolean free;
            synchronized (Outbox.this) {
                if (newest != null) {
                    Reversal ring = Reversal.ofRing(newest);
                    for (Message at = ring.poll(); at != null; at = ring.poll()) {
                        lost.add(at);
                    }
                }
                newest = null;
                size -= count;
                free = count > 0;
                count = 0;
                free &= removeIfEmpty();
            }
            for (Message message : lost) {
                target.undelivered(message);
            }
            if (free) {
                release();
            }
        }
    }

    /** Tells the sender, in its own turn, that nothing waits any more. */
    final class Release extends Message {
        @Override
        public void deliver(Object receiver) {
            if (size == 0) { // else a later one will come
                sender.letGo(Cell.PACED);
                creditors = null;
            }
        }

        @Override
        protected boolean isSystemEvent() {
            return true;
        }
    }
}
