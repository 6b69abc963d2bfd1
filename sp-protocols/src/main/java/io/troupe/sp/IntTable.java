// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values by number, without an object for each entry: open addressing with linear probing, at most half full. Not
 * thread-safe.
 *
 * @param <T> the values
 */
final class IntTable<T> {
    private static final int LEAST = 8;
    /** 2^32 divided by the golden ratio: neighbouring numbers land far from each other. */
    private static final int SPREAD = 0x9E3779B9;

    private int[] keys = new int[LEAST];
    private @Nullable Object[] values = new @Nullable Object[LEAST];
    private int size;

    /** An empty table. */
    IntTable() {}

    /** Entries in it. */
    int size() {
        return size;
    }

    /** The value of this number, or null. */
    @SuppressWarnings("unchecked") // put takes nothing else
    @Nullable
    T get(int key) {
        return (T) values[slot(key)];
    }

    /** Sets the value of this number. */
    void put(int key, T value) {
        int slot = slot(key);
        if (values[slot] == null) {
            size++;
        }
        keys[slot] = key;
        values[slot] = value;
        if (size > keys.length / 2) {
            grow();
        }
    }

    /** Takes the value of this number out; null: there was none. */
    @SuppressWarnings("unchecked") // put takes nothing else
    @Nullable
    T remove(int key) {
        int gap = slot(key);
        T removed = (T) values[gap];
        if (removed == null) {
            return null;
        }
        size--;
        int mask = keys.length - 1;
        int at = gap;
        while (true) {
            at = (at + 1) & mask;
            if (values[at] == null) {
                break;
            }
            // an entry may fill the gap if the way from its home to where it stands leads over the gap
            if (((at - home(keys[at])) & mask) >= ((at - gap) & mask)) {
                keys[gap] = keys[at];
                values[gap] = values[at];
                gap = at;
            }
        }
        values[gap] = null;
        return removed;
    }

    /** All values, in no order. */
    @SuppressWarnings("unchecked") // put takes nothing else
    List<T> values() {
        List<T> all = new ArrayList<>(size);
        for (Object value : values) {
            if (value != null) {
                all.add((T) value);
            }
        }
        return all;
    }

    /** Takes all out. */
    void clear() {
        keys = new int[LEAST];
        values = new @Nullable Object[LEAST];
        size = 0;
    }

    private int home(int key) {
        return (key * SPREAD) >>> (Integer.numberOfLeadingZeros(keys.length) + 1);
    }

    /** Where the number is, or where it would go. */
    private int slot(int key) {
        int mask = keys.length - 1;
        int at = home(key);
        while (values[at] != null && keys[at] != key) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        int[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        keys = new int[2 * oldKeys.length];
        values = new @Nullable Object[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
