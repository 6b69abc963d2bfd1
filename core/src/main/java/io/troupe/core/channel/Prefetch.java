// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The oldest elements of a channel, within reach of the one pump that receives everything: it takes them without the lock, for
 * which it would fight with the senders on other processors at each element. They still count as inside the channel, and
 * whoever else receives takes them first, so nobody can tell but by the time.
 *
 * <p>Invariant: the places from {@code next} to {@code end} hold elements; {@code next} only grows between two fillings, by
 * compare-and-set, and whoever moved it owns what it passed. Only the one that the channel knows holds any. Filled by its pump, under
 * the lock and when it is empty; others take, or give back, under the lock. Known race: the pump and one other do so at the same
 * moment; one exchange fails, and tries the next place.
 */
final class Prefetch<T> {
    /** Most elements; a lock that is taken once per so many costs less than handling them. */
    static final int MOST = 16;

    /** Not more bytes than these together, so that large elements stay where they are. */
    private static final int ENOUGH_BYTES = 4096;

    private static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(Prefetch.class, "next", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final @Nullable Object[] elements = new Object[MOST];
    private final int[] sizes = new int[MOST];

    /** The next one to take. By NEXT. */
    private volatile int next;

    /** Behind the last one. Written by the pump under the lock, read by it without. */
    private int end;

    /** Takes the oldest elements of a buffer. The pump, under the lock, when nothing is left. */
    void fill(ElementRing<T> from, int most) {
        int count = 0;
        int bytes = 0;
        for (int limit = Math.min(most, MOST); count < limit; count++) {
            int size = from.nextBytes();
            T element = size > ENOUGH_BYTES - bytes ? null : from.poll();
            if (element == null) {
                break;
            }
            elements[count] = element;
            sizes[count] = size;
            bytes += size;
        }
        end = count;
        next = 0;
    }

    /** The oldest one; null if nothing is left. The pump, or others under the lock. */
    @SuppressWarnings("unchecked") // only elements are put in
    @Nullable
    T take() {
        for (int place = next; place < end; place = next) {
            T element = (T) elements[place];
            if (NEXT.compareAndSet(this, place, place + 1)) {
                elements[place] = null;
                return element;
            }
        }
        return null;
    }

    /** Gives all that are left back to the buffer. Returns how many. Under the lock. */
    @SuppressWarnings("unchecked") // only elements are put in
    int giveBack(ElementRing<T> to) {
        int place = next;
        while (place < end && !NEXT.compareAndSet(this, place, end)) {
            place = next;
        }
        for (int last = end - 1; last >= place; last--) {
            to.addFirst((T) elements[last], sizes[last]);
            elements[last] = null;
        }
        return Math.max(0, end - place);
    }

    /** At least as many as are left, without a look at what the pump has taken. Under the lock. */
    int atMost() {
        return end;
    }

    /** How many are left. The pump, or others under the lock. */
    int left() {
        return Math.max(0, end - next);
    }
}
