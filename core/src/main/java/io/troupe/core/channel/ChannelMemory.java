// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.dispatch.cell.SizeEstimate;
import io.troupe.dispatch.mailbox.MemoryAccount;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.MemoryLevel;
import io.troupe.dispatch.mailbox.QueueKind;
import org.jspecify.annotations.Nullable;

/**
 * What the elements of one channel take of a budget: of the system in whose turn the channel was made, else of the first one whose
 * turns use it, and until then of the process. Guarded by the lock of the channel, but for {@link #bytesOf} and {@link #hasBudget}.
 */
final class ChannelMemory {
    /** What is known about the size of the latest elements. Any thread; a race costs a look-up. */
    private @Nullable SizeEstimate estimate;

    /** The budget of the system that uses the channel; null while none has. Written once, under the lock. */
    private volatile @Nullable MemoryBudget budget = budgetOfTurn();

    /** Null until the channel holds more than an account has in reserve. */
    private @Nullable MemoryAccount account;

    /** What was granted when the lock was released the last time. */
    private long lastGranted;

    /** The budget of the system in whose turn this is called, or null. */
    static @Nullable MemoryBudget budgetOfTurn() {
        CallbackExecutor executor = CallbackExecutor.current();
        MemoryBudget found = executor == null ? null : executor.outside().memory();
        return found == OutsideExecutors.ofNoSystem().memory() ? null : found;
    }

    /** Whether a system uses the channel. */
    boolean hasBudget() {
        return budget != null;
    }

    int bytesOf(Object element) {
        SizeEstimate known = estimate;
        if (known == null || !known.fits(element)) {
            known = SizeEstimate.of(element.getClass());
            estimate = known;
        }
        return known.bytes(element);
    }

    /** From now on the elements count in the system that was found, unless they do in another one. */
    void adopt(MemoryBudget found, long inside, String name) {
        if (budget == null) {
            budget = found;
            MemoryAccount before = account;
            if (before != null) {
                account = found.account(QueueKind.CHANNEL, name, this);
                before.shrink(0);
                account.grow(inside);
            }
        }
    }

    /** Whether there is memory for more bytes, which are taken. */
    boolean tryGrow(long inside, int bytes, String name) {
        long all = inside + bytes;
        return all <= MemoryAccount.RESERVE || account(inside, name).tryGrow(all);
    }

    /** Takes what cannot be refused. */
    void grow(long inside, String name) {
        if (inside > MemoryAccount.RESERVE) {
            account(inside, name).grow(inside);
        }
    }

    void shrink(long inside) {
        if (account != null) {
            account.shrink(inside);
        }
    }

    /** Whether all memory is in use, so that not even one who waits may take more; counts it as a refusal. */
    boolean isFull(long inside, int bytes, String name) {
        if (inside + bytes <= MemoryAccount.RESERVE) {
            return false;
        }
        MemoryBudget used = account(inside, name).budget();
        boolean full = used.level() == MemoryLevel.FULL;
        if (full) {
            used.countRefusal();
        }
        return full;
    }

    /** Whether memory is not short. */
    boolean hasRoom() {
        return account == null || account.hasRoom();
    }

    /** Notes what is inside; returns the account if grants have changed since the last time, else null. */
    @Nullable
    MemoryAccount note(long elements, int waiting) {
        MemoryAccount own = account;
        if (own == null) {
            return null;
        }
        own.note(elements, waiting);
        boolean changed = own.granted() != lastGranted;
        lastGranted = own.granted();
        return changed ? own : null;
    }

    private MemoryAccount account(long inside, String name) {
        MemoryBudget found = budget == null ? budgetOfTurn() : null;
        if (found != null) {
            adopt(found, inside, name);
        }
        MemoryAccount own = account;
        if (own == null) {
            MemoryBudget used = budget;
            own = (used == null ? OutsideExecutors.ofNoSystem().memory() : used).account(QueueKind.CHANNEL, name, this);
            account = own;
        }
        return own;
    }
}
