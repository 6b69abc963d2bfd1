// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map from numbers to objects without boxes. One thread. Open addressing with linear probing; removal moves the followers
 * back, so there are no tombstones (Knuth, volume 3, section 6.4, algorithm R).
 *
 * @param <V> type of the values
 */
final class LongTable<V> {
    private static final int SMALLEST = 8;

    /** Larger tables become smaller at once; others when they have been too large for a while, or they would grow again at once. */
    private static final int LARGE = 4096;

    private long[] keys = new long[SMALLEST];
    private @Nullable Object[] values = new @Nullable Object[SMALLEST];
    private int size;

    /** Removals in a row that have found the table too large. */
    private int spare;

    /** An empty one. */
    LongTable() {}

    /** Number of entries. */
    int size() {
        return size;
    }

    /** The value of a key, or null. */
    @Nullable
    V get(long key) {
        return at(find(key));
    }

    /** Sets the value of a key; returns the one before, or null. */
    @Nullable
    V put(long key, V value) {
        int slot = find(key);
        V before = at(slot);
        keys[slot] = key;
        values[slot] = value;
        if (before == null && ++size * 2 > keys.length) {
            resize(keys.length * 2);
        }
        return before;
    }

    /** Removes a key; returns its value, or null. */
    @Nullable
    V remove(long key) {
        int slot = find(key);
        V removed = at(slot);
        if (removed != null) {
            size--;
            closeGap(slot);
            spare = size * 8 < keys.length ? spare + 1 : 0;
            if (keys.length > SMALLEST && spare > (keys.length > LARGE ? 0 : keys.length)) {
                resize(keys.length / 2);
            }
        }
        return removed;
    }

    /** All values, in no order. */
    @SuppressWarnings("unchecked") // only values of this type are put
    List<V> values() {
        List<V> all = new ArrayList<>(size);
        for (Object value : values) {
            if (value != null) {
                all.add((V) value);
            }
        }
        return all;
    }

    /** All keys, in no order. */
    long[] keys() {
        long[] all = new long[size];
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            if (values[i] != null) {
                all[count++] = keys[i];
            }
        }
        return all;
    }

    /** Removes everything; returns what was there. */
    List<V> clear() {
        List<V> all = values();
        Arrays.fill(values, null);
        size = 0;
        resize(SMALLEST);
        return all;
    }

    @SuppressWarnings("unchecked") // only values of this type are put
    private @Nullable V at(int slot) {
        return (V) values[slot];
    }

    /** The slot of the key, or the free one where it belongs. */
    private int find(long key) {
        int slot = home(key);
        while (values[slot] != null && keys[slot] != key) {
            slot = (slot + 1) & (keys.length - 1);
        }
        return slot;
    }

    private int home(long key) {
        long hash = key * 0x9E3779B97F4A7C15L;
        return (int) (hash >>> 32) & (keys.length - 1);
    }

    private void closeGap(int from) {
        int mask = keys.length - 1;
        int gap = from;
        int next = gap;
        while (true) {
            next = (next + 1) & mask;
            if (values[next] == null) {
                break;
            }
            int ideal = home(keys[next]);
            if (((next - ideal) & mask) >= ((next - gap) & mask)) {
                keys[gap] = keys[next];
                values[gap] = values[next];
                gap = next;
            }
        }
        values[gap] = null;
    }

    private void resize(int capacity) {
        long[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        spare = 0;
        keys = new long[capacity];
        values = new @Nullable Object[capacity];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                int slot = find(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
