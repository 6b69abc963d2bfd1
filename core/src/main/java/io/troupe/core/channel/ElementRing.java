// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import org.jspecify.annotations.Nullable;

/** The elements inside a channel, oldest first. Grows by doubling, so that an idle channel costs little. Guarded by its lock. */
final class ElementRing<T> {
    private static final int FIRST_LENGTH = 8;
    private static final int[] NONE = {};

    /** Null until the first element comes; its length is a power of two. */
    private @Nullable Object @Nullable [] slots;

    /** What the elements take in memory, each at the index of its element. */
    private int[] sizes = NONE;

    /** Sum of the sizes. */
    private long bytes;

    private int head;
    private int size;

    int size() {
        return size;
    }

    long bytes() {
        return bytes;
    }

    void add(T element, int elementBytes) {
        @Nullable Object[] room = roomy();
        int place = (head + size) & (room.length - 1);
        room[place] = element;
        sizes[place] = elementBytes;
        bytes += elementBytes;
        size++;
    }

    /** Puts an element before all others. */
    void addFirst(T element, int elementBytes) {
        @Nullable Object[] room = roomy();
        head = (head - 1) & (room.length - 1);
        room[head] = element;
        sizes[head] = elementBytes;
        bytes += elementBytes;
        size++;
    }

    /** The oldest; null if there is none. */
    @SuppressWarnings("unchecked") // only elements are put in
    @Nullable
    T poll() {
        @Nullable Object[] some = slots;
        if (some == null || size == 0) {
            return null;
        }
        T element = (T) some[head];
        some[head] = null;
        bytes -= sizes[head];
        head = (head + 1) & (some.length - 1);
        size--;
        return element;
    }

    /** What the oldest takes in memory; anything if there is none. */
    int nextBytes() {
        return size == 0 ? 0 : sizes[head];
    }

    /** Puts an element in the place of the newest, which is returned. There is at least one. */
    @SuppressWarnings("unchecked") // only elements are put in
    @Nullable
    T replaceNewest(T element, int elementBytes) {
        @Nullable Object[] some = roomy();
        int place = (head + size - 1) & (some.length - 1);
        T before = (T) some[place];
        some[place] = element;
        bytes += elementBytes - sizes[place];
        sizes[place] = elementBytes;
        return before;
    }

    private @Nullable Object[] roomy() {
        @Nullable Object[] some = slots;
        if (some == null) {
            some = new @Nullable Object[FIRST_LENGTH];
            sizes = new int[FIRST_LENGTH];
        } else if (size == some.length) {
            @Nullable Object[] longer = new @Nullable Object[2 * size];
            System.arraycopy(some, head, longer, 0, size - head);
            System.arraycopy(some, 0, longer, size - head, head);
            int[] longerSizes = new int[2 * size];
            System.arraycopy(sizes, head, longerSizes, 0, size - head);
            System.arraycopy(sizes, 0, longerSizes, size - head, head);
            some = longer;
            sizes = longerSizes;
            head = 0;
        }
        slots = some;
        return some;
    }
}
