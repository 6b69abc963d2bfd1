// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import org.jspecify.annotations.Nullable;

/**
 * The grants of one queue. What the queue holds is counted by the queue itself; the budget is asked only when that exceeds what
 * has been granted, and gets back what is not needed any more. The first {@value #RESERVE} bytes need no grant, so that many
 * small queues cost the budget nothing, and a queue that is nearly empty always goes on. Queues may be of the library or of a
 * user.
 *
 * <p>One thread at a time changes an account: the owner of the queue, or who has its lock. No method calls anybody or blocks,
 * except {@link #recordLevel} and {@link #close}, which belong outside of locks.
 *
 * <p>Invariant: granted is at least what was given to the last {@link #tryGrow} that said yes, {@link #grow} or
 * {@link #shrink}, less the reserve; it is 0 when the queue is empty.
 */
public final class MemoryAccount implements MemoryHolder {
    /** Bytes of a queue that need no grant: some 16 small elements. */
    public static final long RESERVE = 1 << 10;

    /** Bytes granted at a time to a queue of more than that; smaller queues get as many as the reserve. */
    static final long GRANT = 16 << 10;

    private final MemoryBudget budget;
    private final QueueKind kind;
    private final String name;

    /** Never read: it must not be garbage before the queue is. */
    @SuppressWarnings({"FieldCanBeLocal", "UnusedVariable"})
    private MemoryBudget.@Nullable QueueReference queue;

    // written by whoever owns the queue, read racily for the table
    private long granted;
    private long items;
    private int heldSenders;

    MemoryAccount(MemoryBudget budget, QueueKind kind, String name) {
        this.budget = budget;
        this.kind = kind;
        this.name = name;
    }

    void queue(MemoryBudget.QueueReference reference) {
        queue = reference;
    }

    /**
     * Asks for grants if the queue is to hold more than now. A queue may have as much as is free.
     *
     * @param bytes that it would hold, all together
     * @return whether it may
     */
    public boolean tryGrow(long bytes) {
        if (bytes <= Math.max(granted, RESERVE)) {
            return true;
        }
        long more = rounded(bytes) - granted;
        if (budget.take(more, granted) < 0) {
            return false;
        }
        granted += more;
        return true;
    }

    /**
     * Takes grants for what the queue holds already, whatever is free.
     *
     * @param bytes that it holds, all together
     */
    public void grow(long bytes) {
        if (bytes > Math.max(granted, RESERVE)) {
            long more = rounded(bytes) - granted;
            budget.count(more);
            granted += more;
        }
    }

    /**
     * Gives back what is not needed any more. A queue that goes up and down keeps one grant more than it needs, until it is empty.
     *
     * @param bytes that it still holds, all together
     */
    public void shrink(long bytes) {
        if (granted == 0) {
            return;
        }
        long keep = bytes <= 0 ? 0 : rounded(bytes) + step(bytes);
        if (granted > keep) {
            budget.count(keep - granted);
            granted = keep;
        }
    }

    /** {@return whether the queue has so little of the budget, compared with what is free, that those who wait may go on} */
    public boolean hasRoom() {
        return granted <= RESERVE || granted <= budget.free() / 2;
    }

    /**
     * Notes what the table shows.
     *
     * @param newItems elements in the queue
     * @param newHeldSenders senders that wait
     */
    public void note(long newItems, int newHeldSenders) {
        items = newItems;
        heldSenders = newHeldSenders;
    }

    /** {@return what it belongs to} */
    public MemoryBudget budget() {
        return budget;
    }

    /** {@return bytes that are granted; racy for others than the owner} */
    public long granted() {
        return granted;
    }

    /** Lets flight recordings know if the budget has reached another level. Never under a lock. */
    public void recordLevel() {
        budget.recordLevel();
    }

    /** Gives everything back, and is in the table no more. */
    public void close() {
        end();
        budget.recordLevel();
    }

    void end() {
        shrink(0);
        budget.strike(this);
    }

    private static long step(long bytes) {
        return bytes < GRANT ? RESERVE : GRANT;
    }

    private static long rounded(long bytes) {
        long step = step(bytes);
        return (bytes + step - 1) / step * step;
    }

    @Override
    public QueueMemory row() {
        return new QueueMemory(name, kind, granted, items, heldSenders);
    }

    @Override
    public String toString() {
        return "MemoryAccount[" + name + ", granted=" + granted + "]";
    }
}
