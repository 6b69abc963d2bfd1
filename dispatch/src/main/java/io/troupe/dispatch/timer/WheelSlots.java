// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import org.jspecify.annotations.Nullable;

/**
 * The lists of a wheel: 8 levels of 64 slots with an occupancy bitmap each; a slot of level n is 64^n ticks wide. Not
 * thread-safe, the wheel calls it under its lock. Times are nanoseconds since the start of the wheel, never negative.
 *
 * <p>Invariant: an entry stands on the level of the highest group of 6 bits in which its tick differs from the cursor,
 * in the slot that group numbers. Hence every entry of a level is due before those of the levels above, no level wraps
 * round, and the first occupied slot of the lowest occupied level is the earliest. Entries of one tick share one slot
 * at any time, in order of scheduling; a slot is sorted by deadline, stably, when the cursor stands on it.
 *
 * <p>Source: hierarchical timing wheels, Varghese and Lauck 1987, scheme 7; the level from the exclusive or as in the
 * timer wheel of Tokio.
 */
final class WheelSlots {
    /** A tick is 2^20 ns = 1.048576 ms. */
    static final int TICK_SHIFT = 20;

    private static final int LEVEL_SHIFT = 6;
    private static final int LEVEL_SLOTS = 1 << LEVEL_SHIFT;
    private static final int SLOT_MASK = LEVEL_SLOTS - 1;
    /** 48 bits; ticks have 43. */
    private static final int LEVELS = 8;

    private final long[] occupied = new long[LEVELS];
    private final @Nullable TimerEntry[] heads = new @Nullable TimerEntry[LEVELS * LEVEL_SLOTS];
    private final @Nullable TimerEntry[] tails = new @Nullable TimerEntry[LEVELS * LEVEL_SLOTS];

    /** No entry stands on an earlier tick. */
    private long cursor;

    /** Whether the slot of the cursor on level 0 is in order of deadline. */
    private boolean sorted;

    private int size;

    int size() {
        return size;
    }

    /** Links an entry. O(1), except into the sorted slot, where it walks past the entries due later. */
    void add(TimerEntry entry, long now) {
        if (size == 0) {
            moveTo(now >> TICK_SHIFT); // nothing to cascade: any cursor is right
        }
        place(entry);
        size++;
    }

    /** Unlinks an entry that is linked. O(1). */
    void remove(TimerEntry entry) {
        int slot = entry.slot;
        TimerEntry previous = entry.previous;
        TimerEntry next = entry.next;
        if (previous == null) {
            heads[slot] = next;
        } else {
            previous.next = next;
        }
        if (next == null) {
            tails[slot] = previous;
        } else {
            next.previous = previous;
        }
        if (heads[slot] == null) {
            occupied[slot >> LEVEL_SHIFT] &= ~(1L << slot);
        }
        release(entry);
        size--;
    }

    /**
     * The entry with the earliest deadline if that is not after the limit, still linked. Cascades the wide slots that
     * begin up to the limit on the way.
     */
    @Nullable
    TimerEntry first(long limit) {
        for (int level = lowestLevel(); level < LEVELS; level = lowestLevel()) {
            int slot = Long.numberOfTrailingZeros(occupied[level]);
            long start = startOf(level, slot);
            if (start > (limit >> TICK_SHIFT)) {
                return level == 0 && start == cursor ? headUntil(slot, limit) : null;
            }
            moveTo(start);
            if (level == 0) {
                return headUntil(slot, limit);
            }
            cascade(level, slot);
        }
        return null;
    }

    /** The slot of the cursor may hold entries of earlier ticks, too: those that came when the cursor was ahead of time. */
    private @Nullable TimerEntry headUntil(int slot, long limit) {
        sort(slot);
        TimerEntry head = heads[slot];
        return head != null && head.deadline <= limit ? head : null;
    }

    /** The first tick of the earliest occupied slot: no entry is due before; -1 when empty. */
    long nextTick() {
        int level = lowestLevel();
        return level == LEVELS ? -1 : startOf(level, Long.numberOfTrailingZeros(occupied[level]));
    }

    /** A lower bound of the earliest deadline, exact if few wait in its slot; -1 when empty. Moves nothing. */
    long earliest() {
        int level = lowestLevel();
        if (level == LEVELS) {
            return -1;
        }
        int slot = Long.numberOfTrailingZeros(occupied[level]);
        TimerEntry head = heads[(level << LEVEL_SHIFT) | slot];
        boolean ahead = level == 0 && startOf(level, slot) == cursor; // it may hold entries of earlier ticks
        if (ahead && sorted && head != null) {
            return head.deadline;
        }
        long earliest = Long.MAX_VALUE;
        int looked = 0;
        for (TimerEntry entry = head; entry != null; entry = entry.next) {
            if (++looked > LEVEL_SLOTS && !ahead) {
                return startOf(level, slot) << TICK_SHIFT;
            }
            earliest = Math.min(earliest, entry.deadline);
        }
        return earliest;
    }

    /** Unlinks everything. */
    void clear() {
        for (int level = 0; level < LEVELS; level++) {
            occupied[level] = 0;
        }
        for (int slot = 0; slot < heads.length; slot++) {
            TimerEntry entry = heads[slot];
            heads[slot] = null;
            tails[slot] = null;
            while (entry != null) {
                TimerEntry next = entry.next;
                release(entry);
                entry = next;
            }
        }
        size = 0;
    }

    private void place(TimerEntry entry) {
        // The cursor may be ahead of a caller that read the time before it got the lock; the slot is sorted anyway.
        long tick = Math.max(entry.deadline >> TICK_SHIFT, cursor);
        int level = (Long.SIZE - 1 - Long.numberOfLeadingZeros((tick ^ cursor) | SLOT_MASK)) / LEVEL_SHIFT;
        int slot = (level << LEVEL_SHIFT) | ((int) (tick >>> (level * LEVEL_SHIFT)) & SLOT_MASK);
        TimerEntry previous = tails[slot];
        if (sorted && tick == cursor) {
            while (previous != null && previous.deadline > entry.deadline) {
                previous = previous.previous;
            }
        }
        insertAfter(previous, entry, slot);
        occupied[level] |= 1L << slot;
    }

    private void insertAfter(@Nullable TimerEntry previous, TimerEntry entry, int slot) {
        TimerEntry next = previous == null ? heads[slot] : previous.next;
        entry.slot = slot;
        entry.previous = previous;
        entry.next = next;
        if (previous == null) {
            heads[slot] = entry;
        } else {
            previous.next = entry;
        }
        if (next == null) {
            tails[slot] = entry;
        } else {
            next.previous = entry;
        }
    }

    /** Moves the entries of a wide slot down, in order. The levels below are empty and the cursor is its start. */
    private void cascade(int level, int slot) {
        int index = (level << LEVEL_SHIFT) | slot;
        TimerEntry entry = heads[index];
        heads[index] = null;
        tails[index] = null;
        occupied[level] &= ~(1L << slot);
        while (entry != null) {
            TimerEntry next = entry.next;
            place(entry);
            entry = next;
        }
    }

    private void sort(int slot) {
        TimerEntry head = heads[slot];
        if (!sorted && head != null && !EntrySort.isSorted(head)) {
            TimerEntry previous = null;
            head = EntrySort.sort(head);
            heads[slot] = head;
            for (TimerEntry entry = head; entry != null; entry = entry.next) {
                entry.previous = previous;
                previous = entry;
            }
            tails[slot] = previous;
        }
        sorted = true;
    }

    private void moveTo(long tick) {
        if (tick != cursor) {
            cursor = tick;
            sorted = false;
        }
    }

    private int lowestLevel() {
        int level = 0;
        while (level < LEVELS && occupied[level] == 0) {
            level++;
        }
        return level;
    }

    private long startOf(int level, int slot) {
        int shift = level * LEVEL_SHIFT;
        long width = 1L << (shift + LEVEL_SHIFT);
        return (cursor & -width) | ((long) slot << shift);
    }

    private static void release(TimerEntry entry) {
        entry.slot = TimerEntry.UNLINKED;
        entry.previous = null;
        entry.next = null;
        entry.task = null;
    }
}
