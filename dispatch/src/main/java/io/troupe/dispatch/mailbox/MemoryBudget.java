// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * A limit for the bytes of messages that wait. An actor system has one for all its queues: {@code
 * ActorSystem.builder().memory(MemoryBudget.of(64 << 20))}; several systems may share one. A budget may be a part of a larger one,
 * from which it takes grants of {@value #GRANT} bytes, so that the larger one is touched rarely. Single queues have a {@link
 * MemoryAccount} instead. Of several parts each may have as much of the larger one as is free, and {@value #GRANT} bytes in any
 * case: whoever holds the rest, nobody is shut out. Any thread; lock-free.
 *
 * <p>A reservation larger than the whole limit succeeds while nothing else is reserved: it goes alone. Bytes that cannot be
 * refused, because they are there already, are reserved with {@link #reserve} and may exceed the limit.
 *
 * <p>Invariant: what is granted by the parent is at least what is in use, except while a thread is between two steps of {@link
 * #reserve} or {@link #release}. Known race: a release gives back a grant while another thread reserves. The reserving thread
 * counts its bytes and then looks at the grant; the other one lowers the grant and then looks at the bytes, both by atomic
 * operations with full fences (Dekker): one of the two sees that the grant is too small and asks for more.
 */
public final class MemoryBudget implements MemoryHolder {
    /** Bytes that a part takes from its parent at a time. */
    public static final long GRANT = 64 << 10;

    /** What can do without memory, in the whole process. */
    private static final List<Runnable> RELIEFS = new CopyOnWriteArrayList<>();

    private final @Nullable MemoryBudget parent;
    private final QueueKind kind;
    private final String name;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong granted = new AtomicLong();
    private volatile long limit;
    /** Raised without care for other threads: for statistics. */
    private volatile long peak;

    /** Those that hold grants of this budget, for the table. */
    private final Set<MemoryHolder> holders = ConcurrentHashMap.newKeySet();

    /** The level that was recorded last. */
    private final AtomicReference<MemoryLevel> recorded = new AtomicReference<>(MemoryLevel.NORMAL);

    private final ReferenceQueue<Object> garbage = new ReferenceQueue<>();

    private final LongAdder refusals = new LongAdder();

    private MemoryBudget(@Nullable MemoryBudget parent, QueueKind kind, String name, long limit) {
        this.parent = parent;
        this.kind = kind;
        this.name = name;
        limit(limit);
    }

    /**
     * A budget that is no part of another one.
     *
     * @param bytes most that may be reserved, at least 1
     * @return an empty budget
     * @throws IllegalArgumentException if it is less than 1
     */
    public static MemoryBudget of(long bytes) {
        return new MemoryBudget(null, QueueKind.LINK, "", bytes);
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
     * A part of this budget, for the queues of a link.
     *
     * @param partName for {@link #largest}
     * @param partBytes most bytes that may be reserved in the part, at least 1; the limit of this budget holds besides
     * @return an empty budget, whose reservations count here, too
     * @throws IllegalArgumentException if the limit is less than 1
     */
    public MemoryBudget part(String partName, long partBytes) {
        return part(QueueKind.LINK, partName, partBytes);
    }

    /**
     * A part of this budget, for several queues that belong together.
     *
     * @param partKind for {@link #largest}
     * @param partName for {@link #largest}
     * @param partBytes most bytes that may be reserved in the part, at least 1; the limit of this budget holds besides
     * @return an empty budget, whose reservations count here, too
     * @throws IllegalArgumentException if the limit is less than 1
     */
    public MemoryBudget part(QueueKind partKind, String partName, long partBytes) {
        return new MemoryBudget(
                this,
                Objects.requireNonNull(partKind, "partKind"),
                Objects.requireNonNull(partName, "partName"),
                partBytes);
    }

    /**
     * An account of one queue, which has nothing so far. It ends with {@link MemoryAccount#close}, or when the queue is garbage.
     *
     * @param kind of the queue
     * @param queueName for {@link #largest}
     * @param queue not kept from being garbage
     * @return a new account
     */
    public MemoryAccount account(QueueKind kind, String queueName, Object queue) {
        bury();
        MemoryAccount account = new MemoryAccount(
                this, Objects.requireNonNull(kind, "kind"), Objects.requireNonNull(queueName, "queueName"));
        account.queue(new QueueReference(queue, account, garbage));
        holders.add(account);
        return account;
    }

    /** Ends the accounts of queues that are garbage. */
    private void bury() {
        for (Object gone = garbage.poll(); gone != null; gone = garbage.poll()) {
            ((QueueReference) gone).account.end();
        }
    }

    /** Comes into the line when the queue is garbage. Kept alive by the account, which the table has. */
    static final class QueueReference extends PhantomReference<Object> {
        private final MemoryAccount account;

        QueueReference(Object queue, MemoryAccount account, ReferenceQueue<Object> garbage) {
            super(queue, garbage);
            this.account = account;
        }
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
        long now = take(bytes, own);
        if (now < 0) {
            return false;
        }
        if (!grant(now, false)) {
            release(bytes);
            return false;
        }
        recordLevel();
        return true;
    }

    /** {@link #tryReserve(long, long)} here alone: calls nobody, for who holds a lock. Returns what is in use now; -1: no room. */
    long take(long bytes, long own) {
        long now = used.addAndGet(bytes);
        if ((now > limit - own || now < 0) && now != bytes) { // less than zero: more than can be counted
            used.addAndGet(-bytes);
            bury(); // the next one may find room
            return -1;
        }
        peak(now);
        return now;
    }

    /** Counts bytes here alone, if less than zero gives them back; calls nobody. */
    void count(long bytes) {
        peak(used.addAndGet(bytes));
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
        recordLevel();
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
            recordLevel();
            return;
        }
        long keep = now <= 0 ? 0 : roundedUp(now) + GRANT;
        long has = granted.get();
        if (has > keep && granted.compareAndSet(has, keep)) {
            parent.release(has - keep);
            grant(used.get(), true);
            enrol(parent);
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
            } else if (has == 0) {
                enrol(from);
            }
        }
        return true;
    }

    /** Is in the table of the larger budget while it has grants. Whoever changes that last looks once more, and is right. */
    private void enrol(MemoryBudget from) {
        boolean holds;
        do {
            holds = granted.get() > 0;
            if (holds) {
                from.holders.add(this);
            } else {
                from.holders.remove(this);
            }
        } while (holds != granted.get() > 0);
    }

    private static long roundedUp(long bytes) {
        return bytes > Long.MAX_VALUE - GRANT ? bytes : (bytes + GRANT - 1) / GRANT * GRANT;
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
     * @param newBytes most bytes that may be in use, at least 1
     * @throws IllegalArgumentException if the limit is less than 1
     */
    public void limit(long newBytes) {
        if (newBytes < 1) {
            throw new IllegalArgumentException("limit must be at least 1 byte: limit=" + newBytes);
        }
        limit = newBytes;
    }

    /** {@return how much of the limit is in use, as a level; racy} */
    public MemoryLevel level() {
        return MemoryLevel.of(used.get(), limit);
    }

    /** Records the level in flight recordings if it is another one than before. Without locks. */
    void recordLevel() {
        if (parent != null) {
            return;
        }
        long now = used.get();
        MemoryLevel level = MemoryLevel.of(now, limit);
        MemoryLevel before = Objects.requireNonNull(recorded.get());
        // back by a step only when well below it, or a queue at the edge would fill the recording
        boolean changed = level.compareTo(before) > 0
                || (level != before && MemoryLevel.of(now + limit / 20, limit).compareTo(before) < 0);
        if (changed && recorded.compareAndSet(before, level)) {
            if (FlightRecorder.isInitialized()) { // its first use takes too long where memory is short
                MemoryLevelEvent.emit(before, level, now, limit);
            }
            if (before == MemoryLevel.NORMAL) {
                RELIEFS.forEach(Runnable::run);
            }
        }
    }

    /**
     * Adds an action that gives memory back which nobody needs, such as what a cache keeps for later use. It runs whenever any
     * budget that is no part of another one gets to {@link MemoryLevel#HIGH}.
     *
     * @param action runs on the thread that has reserved, perhaps under its locks: must be quick, take no lock and not throw.
     *     Kept for good
     */
    public static void whenHigh(Runnable action) {
        RELIEFS.add(Objects.requireNonNull(action, "action"));
    }

    /** Counts something that was refused for want of memory. */
    public void countRefusal() {
        refusals.increment();
    }

    /** {@return how often something was refused for want of memory, as far as it was counted; racy} */
    public long refused() {
        return refusals.sum();
    }

    void strike(MemoryHolder holder) {
        holders.remove(holder);
    }

    /**
     * {@return the holders of the most bytes, the largest first; racy}
     *
     * @param most how many, 0 or more
     */
    public List<QueueMemory> largest(int most) {
        bury();
        List<QueueMemory> rows = new ArrayList<>();
        for (MemoryHolder holder : holders) {
            QueueMemory row = holder.row();
            if (row.bytes() > 0) {
                rows.add(row);
            }
        }
        rows.sort(Comparator.comparingLong(QueueMemory::bytes).reversed().thenComparing(QueueMemory::name));
        return List.copyOf(rows.subList(0, Math.min(most, rows.size())));
    }

    @Override
    public QueueMemory row() {
        return new QueueMemory(name, kind, granted.get(), -1, -1);
    }

    @Override
    public String toString() {
        return "MemoryBudget[used=" + used + ", limit=" + limit + "]";
    }
}
