// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Padding;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Ready cells of one worker, first in first out. The worker pushes and polls; thieves, where allowed, take half from
 * the front. Grows with the backlog; {@link #trim} gives the room back.
 *
 * <p>Invariant: slots from head to tail hold cells; only the owner writes slots and tail; head only grows, by
 * compare-and-set, and whoever moved it owns the cells it passed. A thief copies first and moves head then: the owner
 * clears or reuses a slot only after head has passed it, so a successful exchange proves the copy was good. Thieves clear
 * nothing: the owner clears what they have passed at its next poll, or before it sleeps, so a stolen cell that has ended is
 * not kept. Known race: a thief that copies from an array the owner has just replaced; a larger one leaves the contents of the
 * old one alone, and a smaller one comes only after head has passed everything the thief could have seen, so its exchange fails.
 * Source: Chase and Lev (2005) with both ends at the front, as in Go's scheduler (proc.go, runqsteal).
 */
final class RunQueue extends Padding {
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;
    private static final int SMALLEST = 64;
    /** A queue up to this size is kept as it is. */
    private static final int SMALL = 1024;

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

    /** Replaced by the owner only, while growing or when empty. */
    private volatile @Nullable Cell[] slots = new Cell[SMALLEST];

    /** All slots before this position are clear. Owner only. */
    private long cleared;

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
            if (shared) {
                clear(end, end);
            }
            return null;
        }
        return shared ? pollShared(end) : pollOwned(first);
    }

    /** Forgets the cells that thieves have taken: all before a position that head has reached. Some slots are in use again. */
    private void clear(long position, long end) {
        if (cleared == position) {
            return;
        }
        @Nullable Cell[] array = slots;
        long from = Math.max(cleared, end - array.length);
        for (long i = from; i < position; i++) {
            array[(int) i & (array.length - 1)] = null;
        }
        cleared = position;
    }

    /**
     * If nothing waits, forgets what thieves have taken since the last poll, and gives the room for a large backlog back. Owner
     * only, before it sleeps.
     */
    void trim() {
        if (!isEmpty()) {
            return;
        }
        long end = (long) TAIL.get(this);
        if (slots.length > SMALL) {
            cleared = end;
            slots = new Cell[SMALLEST];
        } else if (shared) {
            clear(end, end);
        }
    }

    /** Cells that fit without growing. Owner only. */
    int capacity() {
        return slots.length;
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
                clear(first + 1, end);
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

    /** The place behind the last cell. Any thread; racy. */
    long end() {
        return tail;
    }

    /** Whether all cells before a place have been taken. Any thread. */
    boolean hasTaken(long end) {
        return head - end >= 0;
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
