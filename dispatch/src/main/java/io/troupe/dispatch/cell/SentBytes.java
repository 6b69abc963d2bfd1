// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.MemoryBudget;

/**
 * Counts what is sent to built-in inboxes, by sampling. Each thread adds up the weights of its messages. The message with which the
 * sum passes the next mark is charged to its target, for all bytes since the mark before. So a queue of {@code n} bytes is charged
 * {@code n} in the mean, with a deviation of {@code sqrt(n * 16 KiB)}, and the queues together what they hold. The gaps between the marks vary, or
 * whoever sends in a pattern would always be charged for the same target.
 *
 * <p>A message whose contents are not known in advance has a guess for a weight. When it is charged it is weighed, and its charge is
 * corrected by the ratio; so the mean is right whatever the guess was. Where guesses were too small the gaps get shorter.
 *
 * <p>A message costs one subtraction in a field of its thread. Threads that are no {@link CellThread} share a few places by their number.
 * Known race: two of these may use one place; then some bytes are not counted, or twice, one gap at most at a time.
 */
public final class SentBytes {
    /** Bytes from mark to mark, in the mean. */
    static final int GAP = 16 << 10;

    private static final int SHORTEST_GAP = 64;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** Places of other threads, each in a cache line of its own. */
    private static final int PLACES = 64;

    private static final Place[] OTHERS = new Place[PLACES];

    static {
        for (int i = 0; i < PLACES; i++) {
            OTHERS[i] = new Place(i);
        }
    }

    private SentBytes() {}

    /** Counts a message that is about to be put into a built-in inbox. The sender's thread. */
    static void count(Cell target, Message message) {
        int weight = message.heapBytes();
        Place place = place();
        if ((place.left -= weight) < 0) {
            place.pass(target, message, weight);
        }
    }

    /**
     * From now on what the calling thread sends is not counted, and finds room in all built-in inboxes: somebody else counts and bounds it
     * already.
     *
     * @return for {@link #resume}
     */
    public static int pause() {
        Place place = place();
        int before = place.left;
        place.left = Integer.MAX_VALUE;
        return before;
    }

    /**
     * Ends {@link #pause}.
     *
     * @param before what that returned
     */
    public static void resume(int before) {
        place().left = before;
    }

    static boolean isPaused() {
        return place().left > GAP * 2;
    }

    private static Place place() {
        return Thread.currentThread() instanceof CellThread thread ? thread.sent : placeOfOther();
    }

    private static Place placeOfOther() {
        return OTHERS[(int) Thread.currentThread().getId() & (PLACES - 1)];
    }

    /** What one thread has counted. */
    static final class Place {
        /** Bytes until the next mark. */
        private int left;

        private int gap = GAP;
        private int marks;

        // the rest of the cache line and the one that is loaded with it
        @SuppressWarnings("UnusedVariable")
        private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12;

        Place(int seed) {
            marks = seed;
            left = nextGap();
        }

        private int nextGap() {
            long fraction = (++marks * GOLDEN) >>> 40; // 24 bits
            return (gap >> 1) + (int) ((gap * fraction) >>> 24);
        }

        private void pass(Cell target, Message message, int weight) {
            int mean = gap;
            long passed = 1 + (-(long) left - 1) / mean;
            MemoryBudget budget = target.memory();
            if (budget != null) {
                long exact = Math.max(1, message.exactHeapBytes());
                long charge = passed * mean * exact / weight;
                long shorter = (long) GAP * weight / exact;
                gap = (int) Math.max(SHORTEST_GAP, Math.min(GAP, Math.min(shorter, 2L * mean)));
                WeighedInbox.charge(target, budget, charge);
            }
            left = (int) (left + (passed - 1) * mean) + nextGap();
        }
    }
}
