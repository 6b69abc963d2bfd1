// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import org.jspecify.annotations.Nullable;

/** The elements inside a channel, oldest first. Grows by doubling, so that an idle channel costs little. Guarded by its lock. */
final class ElementRing<T> {
    private static final int FIRST_LENGTH = 8;

    /** Null until the first element comes; its length is a power of two. */
    private @Nullable Object @Nullable [] slots;

    private int head;
    private int size;

    int size() {
        return size;
    }

    void add(T element) {
        @Nullable Object[] room = roomy();
        room[(head + size) & (room.length - 1)] = element;
        size++;
    }

    /** Puts an element before all others. */
    void addFirst(T element) {
        @Nullable Object[] room = roomy();
        head = (head - 1) & (room.length - 1);
        room[head] = element;
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
        head = (head + 1) & (some.length - 1);
        size--;
        return element;
    }

    /** Puts an element in the place of the newest, which is returned. There is at least one. */
    @SuppressWarnings("unchecked") // only elements are put in
    @Nullable
    T replaceNewest(T element) {
        @Nullable Object[] some = roomy();
        int place = (head + size - 1) & (some.length - 1);
        T before = (T) some[place];
        some[place] = element;
        return before;
    }

    private @Nullable Object[] roomy() {
        @Nullable Object[] some = slots;
        if (some == null) {
            some = new @Nullable Object[FIRST_LENGTH];
        } else if (size == some.length) {
            @Nullable Object[] longer = new @Nullable Object[2 * size];
            System.arraycopy(some, head, longer, 0, size - head);
            System.arraycopy(some, 0, longer, size - head, head);
            some = longer;
            head = 0;
        }
        slots = some;
        return some;
    }
}
