// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Where the newest record of each object is. One thread puts, any number of threads get, without locks.
 *
 * <p>Invariant: a slot is free while its offset is 0. The writer sets the key before the offset and never changes a key, so a
 * reader that sees an offset sees its key. A larger table is filled before it is published.
 */
final class OidIndex {
    private static final int FIRST_SLOTS = 1 << 10;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private volatile Table table = new Table(FIRST_SLOTS);
    /** Of the writer. */
    private int entries;
    /** Written by the writer only; others read it for statistics. */
    private volatile int size;

    /** {@return the offset of an object's newest record; 0 if there is none} */
    long get(long oid) {
        return table.get(oid);
    }

    /** Sets the offset, which is not 0. By the writing thread only. */
    void put(long oid, long offset) {
        Table current = table;
        if (entries >= current.slots() / 4 * 3) {
            current = current.grown();
            table = current;
        }
        if (current.put(oid, offset)) {
            entries++;
            size = entries;
        }
    }

    /** {@return number of objects} */
    int size() {
        return size;
    }

    /** {@return the largest object id; 0 without any} Takes time in proportion to the size. */
    long largest() {
        Table current = table;
        long largest = 0;
        for (int slot = 0; slot < current.slots(); slot++) {
            if (current.offsets.get(slot) != 0 && Long.compareUnsigned(current.keys[slot], largest) > 0) {
                largest = current.keys[slot];
            }
        }
        return largest;
    }

    /** Keys and offsets in the same slots; a taken slot sends the search to the next one. */
    private static final class Table {
        /** Plain: written before the offset of the same slot, read after it. */
        private final long[] keys;

        private final AtomicLongArray offsets;

        Table(int slots) {
            keys = new long[slots];
            offsets = new AtomicLongArray(slots);
        }

        int slots() {
            return keys.length;
        }

        private int first(long oid) {
            return (int) ((oid * SPREAD) >>> Integer.SIZE) & (slots() - 1);
        }

        long get(long oid) {
            for (int slot = first(oid); ; slot = (slot + 1) & (slots() - 1)) {
                long offset = offsets.getAcquire(slot);
                if (offset == 0 || keys[slot] == oid) {
                    return offset;
                }
            }
        }

        /** Returns whether the object is new. */
        boolean put(long oid, long offset) {
            for (int slot = first(oid); ; slot = (slot + 1) & (slots() - 1)) {
                long before = offsets.getPlain(slot);
                if (before == 0 || keys[slot] == oid) {
                    keys[slot] = oid;
                    offsets.setRelease(slot, offset);
                    return before == 0;
                }
            }
        }

        Table grown() {
            Table larger = new Table(Math.multiplyExact(slots(), 2));
            for (int slot = 0; slot < slots(); slot++) {
                long offset = offsets.getPlain(slot);
                if (offset != 0) {
                    larger.put(keys[slot], offset);
                }
            }
            return larger;
        }
    }
}
