// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A limit for the bytes of messages that wait. A budget may be a part of a larger one, from which it takes grants of {@value
 * #GRANT} bytes, so that the larger one is touched rarely. Of several parts each may have as much of the larger one as is free,
 * and {@value #GRANT} bytes in any case: whoever holds the rest, nobody is shut out. Any thread; lock-free.
 *
 * <p>A reservation larger than the whole limit succeeds while nothing else is reserved: it goes alone. Bytes that cannot be
 * refused, because they are there already, are reserved with {@link #reserve} and may exceed the limit.
 *
 * <p>Invariant: what is granted by the parent is at least what is in use, except while a thread is between two steps of {@link
 * #reserve} or {@link #release}. Known race: a release gives back a grant while another thread reserves. The reserving thread
 * counts its bytes and then looks at the grant; the other one lowers the grant and then looks at the bytes, both by atomic
 * operations with full fences (Dekker): one of the two sees that the grant is too small and asks for more.
 */
public final class MemoryBudget {
    /** Bytes that a part takes from its parent at a time. */
    public static final long GRANT = 64 << 10;

    private final @Nullable MemoryBudget parent;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong granted = new AtomicLong();
    private volatile long limit;
    /** Raised without care for other threads: for statistics. */
    private volatile long peak;

    private MemoryBudget(@Nullable MemoryBudget parent, long limit) {
        this.parent = parent;
        limit(limit);
    }

    /**
     * A budget that is no part of another one.
     *
     * @param limit most bytes that may be reserved, at least 1
     * @return an empty budget
     * @throws IllegalArgumentException if the limit is less than 1
     */
    public static MemoryBudget of(long limit) {
        return new MemoryBudget(null, limit);
    }

    /**
     * A budget of a part of the heap.
     *
     * @param part of the largest heap that the process may have, more than 0, at most 1
     * @return an empty budget
     * @throws IllegalArgumentException if the part is out of range
     */
    public static MemoryBudget ofHeap(double part) {
        if (!(part > 0 && part <= 1)) {
            throw new IllegalArgumentException("part must be more than 0 and at most 1: part=" + part);
        }
        return of(Math.max(1, (long) (Runtime.getRuntime().maxMemory() * part)));
    }

    /**
     * A part of this budget.
     *
     * @param partLimit most bytes that may be reserved in the part, at least 1; the limit of this budget holds besides
     * @return an empty budget, whose reservations count here, too
     * @throws IllegalArgumentException if the limit is less than 1
     */
    public MemoryBudget part(long partLimit) {
        return new MemoryBudget(this, partLimit);
    }

    /**
     * Reserves bytes if there is room.
     *
     * @param bytes 0 or more
     * @return whether they are reserved; then {@link #release} must follow
     * @throws IllegalArgumentException if the bytes are negative
     */
    public boolean tryReserve(long bytes) {
        return tryReserve(bytes, 0);
    }

    /**
     * Reserves bytes for one of several holders, so that each of them finds room while others hold much: a holder may have as
     * much as is free (dynamic thresholds; Choudhury and Hahne, 1998).
     *
     * @param bytes 0 or more
     * @param own bytes that the holder has reserved before, 0 or more
     * @return whether they are reserved; then {@link #release} must follow
     * @throws IllegalArgumentException if the bytes are negative
     */
    public boolean tryReserve(long bytes, long own) {
        check(bytes);
        long now = used.addAndGet(bytes);
        if (now > limit - own && now != bytes) {
            used.addAndGet(-bytes);
            return false;
        }
        if (!grant(now, false)) {
            release(bytes);
            return false;
        }
        peak(now);
        return true;
    }

    /**
     * Reserves bytes whether there is room or not: for messages that are there already.
     *
     * @param bytes 0 or more; {@link #release} must follow
     * @throws IllegalArgumentException if the bytes are negative
     */
    public void reserve(long bytes) {
        check(bytes);
        long now = used.addAndGet(bytes);
        grant(now, true);
        peak(now);
    }

    /**
     * Gives bytes back. The caller sees to it that no more are released than were reserved.
     *
     * @param bytes all that were reserved, or a part of them; 0 or more
     * @throws IllegalArgumentException if the bytes are negative
     */
    public void release(long bytes) {
        check(bytes);
        long now = used.addAndGet(-bytes);
        if (parent == null) {
            return;
        }
        long keep = now <= 0 ? 0 : roundedUp(now) + GRANT;
        long has = granted.get();
        if (has > keep && granted.compareAndSet(has, keep)) {
            parent.release(has - keep);
            grant(used.get(), true);
        }
    }

    /** Whether the parent grants as much as is in use. */
    private boolean grant(long inUse, boolean force) {
        MemoryBudget from = parent;
        if (from == null) {
            return true;
        }
        for (long has = granted.get(); has < inUse; has = granted.get()) {
            long more = roundedUp(inUse) - has;
            if (force || inUse <= GRANT) {
                from.reserve(more);
            } else if (!from.tryReserve(more, has)) {
                return false;
            }
            if (!granted.compareAndSet(has, has + more)) {
                from.release(more);
            }
        }
        return true;
    }

    private static long roundedUp(long bytes) {
        return (bytes + GRANT - 1) / GRANT * GRANT;
    }

    private static void check(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must be 0 or more: bytes=" + bytes);
        }
    }

    private void peak(long now) {
        if (now > peak) {
            peak = now;
        }
    }

    /** {@return the bytes in use; racy} */
    public long used() {
        return used.get();
    }

    /** {@return the bytes that may still be reserved by the limits of this budget and the larger ones, 0 or more; racy} */
    public long free() {
        long here = Math.max(0, limit - used.get());
        if (parent == null) {
            return here;
        }
        long inUse = used.get();
        return Math.min(here, Math.max(GRANT - inUse, parent.free() + Math.max(0, granted.get() - inUse)));
    }

    /** {@return the most bytes in use so far; racy} */
    public long peak() {
        return peak;
    }

    /** {@return the limit: the most bytes that may be in use} */
    public long limit() {
        return limit;
    }

    /**
     * Sets another limit. Bytes in use beyond it stay reserved.
     *
     * @param newLimit most bytes that may be in use, at least 1
     * @throws IllegalArgumentException if the limit is less than 1
     */
    public void limit(long newLimit) {
        if (newLimit < 1) {
            throw new IllegalArgumentException("limit must be at least 1 byte: limit=" + newLimit);
        }
        limit = newLimit;
    }

    @Override
    public String toString() {
        return "MemoryBudget[used=" + used + ", limit=" + limit + "]";
    }
}
