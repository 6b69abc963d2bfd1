// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Spacer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Ready cells of one worker, first in first out. The worker pushes and polls; thieves, where allowed, take half from
 * the front. Grows, never shrinks.
 *
 * <p>Invariant: slots from head to tail hold cells; only the owner writes slots and tail; head only grows, by
 * compare-and-set, and whoever moved it owns the cells it passed. A thief copies first and moves head then: the owner
 * reuses a slot only after head has passed it, so a successful exchange proves the copy was good. Known race: a thief
 * that copies from an array the owner has just replaced by a larger one; the old array keeps its contents. Source:
 * Chase and Lev (2005) with both ends at the front, as in Go's scheduler (proc.go, runqsteal).
 */
final class RunQueue extends Spacer {
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Cell[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(RunQueue.class, "head", long.class);
            TAIL = lookup.findVarHandle(RunQueue.class, "tail", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Replaced by the owner only, while growing. */
    private volatile @Nullable Cell[] slots = new Cell[64];

    /** Moved by owner and thieves. */
    private volatile long head;

    /** Moved by the owner. */
    @SuppressWarnings("FieldMayBeFinal") // written through TAIL
    private volatile long tail;

    private final boolean shared;

    RunQueue(boolean shared) {
        this.shared = shared;
    }

    /** Appends. Owner only. */
    void push(Cell cell) {
        long end = (long) TAIL.get(this);
        @Nullable Cell[] array = slots;
        if (end - head == array.length) {
            array = grow(array, end);
        }
        SLOT.setRelease(array, (int) end & (array.length - 1), cell);
        TAIL.setRelease(this, end + 1);
    }

    /** Takes the first, or null. Owner only. */
    @Nullable
    Cell poll() {
        long end = (long) TAIL.get(this);
        long first = head;
        if (first == end) {
            return null;
        }
        return shared ? pollShared(end) : pollOwned(first);
    }

    private @Nullable Cell pollOwned(long first) {
        @Nullable Cell[] array = slots;
        int index = (int) first & (array.length - 1);
        Cell cell = array[index];
        array[index] = null;
        HEAD.setRelease(this, first + 1);
        return cell;
    }

    private @Nullable Cell pollShared(long end) {
        @Nullable Cell[] array = slots;
        for (long first = head; first < end; first = head) {
            int index = (int) first & (array.length - 1);
            Cell cell = array[index];
            if (HEAD.compareAndSet(this, first, first + 1)) {
                array[index] = null;
                return cell;
            }
        }
        return null;
    }

    /** Takes half of the cells, rounded up, into the thief's queue. Returns how many. The thief's owner only. */
    int stealInto(RunQueue thief, int atLeast) {
        long first = head;
        long size = (long) TAIL.getAcquire(this) - first;
        if (size < atLeast || size <= 0) {
            return 0;
        }
        int half = (int) Math.min((size + 1) / 2, 256);
        thief.reserve(half); // what is taken must not get lost for want of memory
        @Nullable Cell[] array = slots;
        @Nullable Cell[] loot = new Cell[half];
        for (int i = 0; i < half; i++) {
            loot[i] = (Cell) SLOT.getAcquire(array, (int) (first + i) & (array.length - 1));
        }
        if (!HEAD.compareAndSet(this, first, first + half)) {
            return 0;
        }
        for (Cell cell : loot) {
            if (cell != null) {
                thief.push(cell);
            }
        }
        return half;
    }

    /** Cells waiting. Any thread; racy. */
    int size() {
        return (int) Math.max(0, tail - head);
    }

    /** Whether nothing waits. Any thread; racy, exact for the owner of a queue without thieves. */
    boolean isEmpty() {
        return tail <= head;
    }

    private void reserve(int cells) {
        long end = (long) TAIL.get(this);
        for (@Nullable Cell[] array = slots; end - head + cells > array.length; ) {
            array = grow(array, end);
        }
    }

    private @Nullable Cell[] grow(@Nullable Cell[] old, long end) {
        @Nullable Cell[] larger = new Cell[old.length * 2];
        for (long i = head; i < end; i++) {
            larger[(int) i & (larger.length - 1)] = old[(int) i & (old.length - 1)];
        }
        slots = larger;
        return larger;
    }
}
