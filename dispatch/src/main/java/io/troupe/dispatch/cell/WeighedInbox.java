// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.MemoryAccount;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.mailbox.QueueKind;
import org.jspecify.annotations.Nullable;

/**
 * What the messages in the built-in inbox of a cell count in a budget of memory. It stands in the place of a mailbox from the first charge on,
 * until the inbox is empty, and holds no messages itself. When the budget grants no more the cell holds its senders: their messages wait in
 * lines, as those for a full mailbox of policy PACE, until the inbox counts half of what is free. A cell that has once held
 * senders keeps it, as they look for their own lines there.
 *
 * <p>Charges are counted from take to take of the owner: what was charged before the take before the last one has been delivered. So
 * a queue counts what it holds and what was delivered since the last take.
 *
 * <p>Invariant: a charge is followed by the message that it was made for, whatever has become of the budget; so the owner comes again and ends
 * the charges when it rests with an empty inbox, held or not: senders wait only while messages do. Known race: a sender gets into line while the owner does so. The sender registers and
 * then reads {@code bytes}; the owner writes {@code bytes} and then looks for those in line, all volatile: one sees the
 * other. Known race: the cell ends while a sender makes its first charge. The sender puts this object into its place and then
 * reads {@code closed}; the end writes {@code closed} and then looks here: one of them gives everything back.
 */
final class WeighedInbox implements Mailbox {
    /** By the measure of those in line: what fits, and what they see when they may go on. */
    private static final int CAPACITY = 1024;

    private static final int LOW = CAPACITY / 4;
    /** Shares of senders that are put at a time, so that the owner's turn does not get long. */
    private static final int MOST_SHARES = 16;

    private final Cell cell;
    private final MemoryAccount account;

    /** Messages that the owner has taken and not delivered; -1: not counted. Owner only. */
    private int pending = -1;

    /** Charged since the last take; with what was charged before that. Written under the monitor. */
    private long newer;

    private volatile long bytes;

    /** Whether senders have to wait. Written under the monitor. */
    private volatile boolean holding;

    /** Those that wait, from the first time on that senders had to. Written under the monitor. */
    private volatile @Nullable RoomWaiters waiters;

    /** Whether it counts no more. Guarded by the monitor. */
    private boolean ended;

    private WeighedInbox(Cell cell, MemoryBudget budget) {
        this.cell = cell;
        this.account = budget.accountOf(QueueKind.MAILBOX, cell);
    }

    /** Charges the built-in inbox of a cell for messages, the last of which is about to be put. The sender's thread. */
    static void charge(Cell target, MemoryBudget budget, long bytes) {
        while (true) {
            Mailbox known = target.mailbox;
            if (known == null) {
                WeighedInbox made = new WeighedInbox(target, budget);
                known = target.weigh(made) ? made : target.mailbox;
            }
            if (known != null && !(known instanceof WeighedInbox)) {
                return;
            }
            if (known instanceof WeighedInbox weighed && weighed.add(bytes)) {
                if (target.isClosed()) {
                    weighed.close();
                }
                weighed.account.recordLevel();
                return;
            }
            if (target.isClosed()) {
                return;
            }
        }
    }

    private synchronized boolean add(long more) {
        if (ended) {
            return false;
        }
        newer += more;
        long now = bytes + more;
        if (!account.tryGrow(now)) {
            account.grow(now); // its message will be put
            if (waiters == null) {
                waiters = new RoomWaiters(CAPACITY, this::size);
            }
            holding = true;
        }
        bytes = now;
        return true;
    }

    /** Whether senders have to look for room, and for their own messages in line. Any thread. */
    boolean hasHeld() {
        return waiters != null;
    }

    /** Whether senders have to wait now. Any thread; racy. */
    boolean isHolding() {
        return holding;
    }

    // ---- the owner -------------------------------------------------------------------------------------------------

    /** The owner has taken all arrivals, after everything that it had taken before. */
    void taken() {
        pending = -1;
        synchronized (this) {
            account.shrink(newer);
            bytes = newer;
            newer = 0;
            letGo();
        }
        serve();
    }

    /** The owner, which is held, puts all arrivals behind what it had taken before. */
    void absorbed(Message oldest) {
        if (pending >= 0) {
            for (Message at = oldest; at != null; at = at.next()) {
                pending++;
            }
        }
        synchronized (this) {
            newer = 0;
        }
    }

    /** The owner delivers a message though it is held, so it may never come to the end of what it has taken: that is counted by the mean. */
    void takenFromPending() {
        if (pending < 0) {
            pending = 1 + Chain.count(cell.pending, Integer.MAX_VALUE);
        }
        synchronized (this) {
            long older = bytes - newer;
            bytes -= pending <= 1 ? older : older / pending;
            account.shrink(bytes);
            letGo();
        }
        pending--;
        serve();
    }

    /** From now on the owner takes messages that are not counted. */
    void takenUncounted() {
        pending = -1;
    }

    /** The owner has delivered everything. */
    void emptied() {
        synchronized (this) {
            newer = 0;
            bytes = 0;
            account.shrink(0);
            letGo();
            if (waiters == null && cell.unweigh(this)) {
                end();
            }
        }
        account.recordLevel();
        serve();
    }

    private void letGo() {
        if (holding && hasRoom()) {
            holding = false;
        }
    }

    private boolean hasRoom() {
        return bytes == 0 || account.hasRoom();
    }

    private void serve() {
        RoomWaiters line = waiters;
        for (int i = 0; i < MOST_SHARES && line != null && !line.isEmpty() && hasRoom(); i++) {
            line.polled();
        }
    }

    private void end() {
        ended = true;
        account.close();
    }

    // ---- as a mailbox ----------------------------------------------------------------------------------------------

    @Override
    public Offer offer(Message message) {
        return holding && !SentBytes.isPaused() ? Offer.FULL : admit(message);
    }

    /** In any case: who has waited is let in when there is room, or in exchange for a message that was taken. */
    @Override
    public Offer admit(Message message) {
        cell.pushQuietly(message); // maybe under the lock of an outbox: what comes too late is recalled by arrived()
        return Offer.ACCEPTED;
    }

    @Override
    public @Nullable Message poll() {
        return null;
    }

    /** Not in messages, but by how much room there is. */
    @Override
    public int size() {
        if (bytes == 0) {
            return 0;
        }
        return account.hasRoom() ? LOW : CAPACITY;
    }

    @Override
    public boolean isEmpty() {
        return true;
    }

    @Override
    public int capacity() {
        return CAPACITY;
    }

    @Override
    public Overflow overflow() {
        return Overflow.PACE;
    }

    @Override
    public @Nullable RoomWaiters waiters() {
        return waiters;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (ended) {
                return;
            }
            newer = 0;
            bytes = 0;
            holding = false;
            end();
        }
        RoomWaiters line = waiters;
        if (line != null) {
            line.close();
        }
    }
}
