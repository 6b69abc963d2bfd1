// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import org.jspecify.annotations.Nullable;

/**
 * Lists of messages, linked through the messages themselves. What has been taken and not yet delivered is kept as a ring:
 * the newest message, whose link is free, points to the oldest. So one reference gives both ends, and taking the oldest
 * out writes into young messages only and not into the cell. All methods are for the owner of the list.
 */
final class Chain {
    private Chain() {}

    /**
     * Turns a chain of arrivals around, after which it ends with null. Of a long one only the newest part: then the last
     * message, the newest, is linked to those that are still to be turned around, and a {@link Reversal} has to go on.
     *
     * @param newest first of the chain
     * @param end where it ends, beside {@link Inbox#BUSY}; belongs to it no more
     * @return its oldest message, or the oldest of the part
     */
    static Message oldestFirst(Message newest, @Nullable Message end) {
        Message first = newest;
        Message older = newest.awaitNext();
        newest.next(null);
        int left = Reversal.STEP;
        while (older != end && older != Inbox.BUSY) {
            if (--left == 0) {
                newest.next(older);
                break;
            }
            Message evenOlder = older.awaitNext();
            older.next(first);
            first = older;
            older = evenOlder;
        }
        return first;
    }

    /**
     * Takes the first message out of a list that ends with null, and makes a ring of the others.
     *
     * @return the newest of the ring; null if the first was the only one
     */
    static @Nullable Message ringBehind(Message first, Message newest) {
        Message second = first.next();
        if (second == null) {
            return null;
        }
        first.next(null);
        newest.next(second);
        return newest;
    }

    /** Takes the oldest message out of a ring. If that is the given one, the ring is empty now. */
    static Message takeOldest(Message newest) {
        Message oldest = oldest(newest);
        newest.next(oldest.next());
        oldest.next(null);
        return oldest;
    }

    /** Puts a list between the newest and the oldest message of a ring; without a ring it becomes one. */
    static void insert(@Nullable Message newest, Message first, Message last) {
        if (newest == null) {
            last.next(first);
        } else {
            last.next(newest.next());
            newest.next(first);
        }
    }

    /**
     * Puts messages before those of a ring, in the order given.
     *
     * @param newest of the ring, or null
     * @param messages linked nowhere
     * @return the newest of the ring, or null
     */
    static @Nullable Message prepend(@Nullable Message newest, Iterable<Message> messages) {
        Message first = null;
        Message last = null;
        for (Message message : messages) {
            if (last == null) {
                first = message;
            } else {
                last.next(message);
            }
            last = message;
        }
        if (first == null || last == null) {
            return newest;
        }
        insert(newest, first, last);
        return newest == null ? last : newest;
    }

    /** Messages of a ring, counted up to the limit. Any thread; racy. */
    static int count(@Nullable Message newest, int limit) {
        int count = 0;
        Message at = newest == null ? null : newest.acquireNext();
        while (at != null && count < limit) {
            count++;
            at = at == newest ? null : at.acquireNext();
        }
        return count;
    }

    /** Where a message stands in a ring, from 1 for the oldest; 0 if it is not found up to the limit. Any thread; racy. */
    static int position(@Nullable Message newest, Message message, int limit) {
        int position = 0;
        Message at = newest == null ? null : newest.acquireNext();
        while (at != null && position < limit) {
            position++;
            if (at == message) {
                return position;
            }
            at = at == newest ? null : at.acquireNext();
        }
        return 0;
    }

    private static Message oldest(Message newest) {
        Message oldest = newest.next();
        if (oldest == null) {
            throw new AssertionError("a ring is linked all around");
        }
        return oldest;
    }
}
