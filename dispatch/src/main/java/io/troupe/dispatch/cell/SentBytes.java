// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.MemoryBudget;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is sent to built-in inboxes, by sampling. Each thread adds up the weights of its messages. The message with which the
 * sum passes the next mark is charged to its target, for all bytes since the mark before. So a queue of {@code n} bytes is charged
 * {@code n} in the mean, with a deviation of {@code sqrt(n * 16 KiB)}, and the queues together what they hold. The gaps between the marks vary, or
 * whoever sends in a pattern would always be charged for the same target.
 *
 * <p>A message whose contents are not known in advance has a guess for a weight. When it is charged it is weighed, and its charge is
 * corrected by the ratio; so the mean is right whatever the guess was. Where guesses were too small the gaps get shorter.
 *
 * <p>What is sent to a cell that has delivered all that it had taken in this tick of the {@link SliceClock} or in the last one is not counted. Such a cell keeps
 * up, and what can wait there uncounted is what threads send in two ticks. So ordinary traffic costs two reads per message.
 *
 * <p>A message that is counted costs one subtraction in a field of its thread. Threads that are no {@link CellThread} share a few places by their number.
 * Known race: two of these may use one place; then some bytes are not counted, or twice, one gap at most at a time.
 */
public final class SentBytes {
    /** Bytes from mark to mark, in the mean. */
    static final int GAP = 16 << 10;

    private static final int SHORTEST_GAP = 64;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** Threads that are no {@link CellThread} share as many places. */
    private static final int PLACES = 64;
    /** From place to place in {@link #LEFT}: a cache line, and the one that is loaded with it. */
    private static final int STRIDE_BITS = 5;

    /** Bytes until the next mark, of the places of other threads. */
    private static final int[] LEFT = new int[PLACES << STRIDE_BITS];

    private static final Marks[] MARKS = new Marks[PLACES];

    /** Of threads that are no {@link CellThread}. */
    private static final ThreadLocal<@Nullable Boolean> PAUSED = new ThreadLocal<>();

    /** Returned by a pause within a pause. */
    private static final int NESTED = Integer.MIN_VALUE;

    static {
        for (int i = 0; i < PLACES; i++) {
            MARKS[i] = new Marks(i);
        }
    }

    private SentBytes() {}

    /** Counts a message that is about to be put into a built-in inbox. The sender's thread. */
    static void count(Cell target, Message message) {
        int weight = message.heapBytes();
        if (Thread.currentThread() instanceof CellThread thread) {
            int left = thread.unsent - weight;
            thread.unsent = left < 0 ? thread.marks.pass(target, message, weight, left) : left;
        } else {
            int place = place();
            int left = LEFT[place << STRIDE_BITS] - weight;
            LEFT[place << STRIDE_BITS] = left < 0 ? MARKS[place].pass(target, message, weight, left) : left;
        }
    }

    private static int place() {
        return (int) Thread.currentThread().getId() & (PLACES - 1);
    }

    /**
     * From now on what the calling thread sends is not counted, and finds room in all built-in inboxes: somebody else counts and bounds it
     * already.
     *
     * @return for {@link #resume}
     */
    public static int pause() {
        if (isPaused()) {
            return NESTED;
        }
        if (Thread.currentThread() instanceof CellThread thread) {
            int before = thread.unsent;
            thread.unsent = Integer.MAX_VALUE;
            return before;
        }
        PAUSED.set(Boolean.TRUE); // its place goes on counting for those who share it
        return 0;
    }

    /**
     * Ends {@link #pause}.
     *
     * @param before what that returned
     */
    public static void resume(int before) {
        if (before == NESTED) {
            return;
        }
        if (Thread.currentThread() instanceof CellThread thread) {
            thread.unsent = before;
        } else {
            PAUSED.remove();
        }
    }

    static boolean isPaused() {
        return Thread.currentThread() instanceof CellThread thread ? thread.unsent > 2 * GAP : PAUSED.get() != null;
    }

    /** Where the marks of one thread are. */
    static final class Marks {
        private int gap = GAP;
        private int count;

        Marks(int seed) {
            count = seed;
        }

        private int nextGap() {
            long fraction = (++count * GOLDEN) >>> 40; // 24 bits
            return (gap >> 1) + (int) ((gap * fraction) >>> 24);
        }

        /** Charges a message. Returns how many bytes are left until the next mark. */
        private int pass(Cell target, Message message, int weight, int left) {
            int mean = gap;
            long passed = 1 + (-(long) left - 1) / mean;
            MemoryBudget budget = target.memory();
            if (budget != null && !isPaused()) {
                long exact = Math.max(1, message.exactHeapBytes());
                long charge = passed * mean * exact / weight;
                long shorter = (long) GAP * weight / exact;
                gap = (int) Math.max(SHORTEST_GAP, Math.min(GAP, Math.min(shorter, 2L * mean)));
                WeighedInbox.charge(target, budget, charge);
            }
            return (int) (left + (passed - 1) * mean) + nextGap();
        }
    }
}
