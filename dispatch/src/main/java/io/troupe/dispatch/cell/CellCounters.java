// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

/**
 * The counters of a cell. Written by its owner only, with plain stores; everybody else reads them racily, for
 * statistics and placement.
 */
abstract class CellCounters extends Inbox {
    /** Messages from sample to sample: from 32 to 95, as patterns of costs would beat with a fixed number. */
    private static final int SHORTEST_STRIDE = 32;

    private static final int STRIDE_BITS = 6;
    /** Spreads numbers that follow each other. Source: Knuth, The Art of Computer Programming 3, 6.4, Fibonacci hashing. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final int MAX_SERVICE = Integer.MAX_VALUE;
    /** Callbacks after which what was measured counts a quarter less; a power of two. */
    private static final int FADE_EVERY = 512;

    private long delivered;
    private int serviceNanos;
    /** Callbacks so far, and the lengths of the countdowns: what {@link #progress} needs beside the present one. */
    private int steps;
    /** Messages until the next measured one; the first message of a cell is measured. */
    private byte untilSample;

    /** Whether this message is to be measured. */
    final boolean sampleDue() {
        return --untilSample < 0;
    }

    /** Notes a measured delivery: moving average with weight 1/4, at once upwards when the first. */
    final void sampled(long nanos) {
        int measured = (int) Math.min(Math.max(nanos, 1), MAX_SERVICE);
        int old = serviceNanos;
        serviceNanos = old == 0 ? measured : old + (measured - old) / 4;
        int stride = SHORTEST_STRIDE - 1 + (int) ((delivered * GOLDEN) >>> (Long.SIZE - STRIDE_BITS));
        steps += stride - untilSample; // progress stays as it is
        untilSample = (byte) stride;
    }

    /**
     * Notes that a callback is about to run. They are not measured, but what was measured fades: a cell that gets nothing but answers
     * is not as slow for good as a message was before all classes were loaded.
     */
    final void callbackBegins() {
        if ((++steps & (FADE_EVERY - 1)) == 0) {
            serviceNanos -= serviceNanos / 4;
        }
    }

    final void delivered(int messages) {
        delivered += messages;
    }

    /** Messages the time slice has room for, going by the measured service time. */
    final int budget(TurnLimits limits) {
        int service = serviceNanos;
        // below this the count limit is reached first: no division for cheap messages
        if (service <= limits.cheapNanos()) {
            return limits.messages();
        }
        return (int) Math.max(1, limits.sliceNanos() / service);
    }

    /**
     * Counts messages and callbacks that have begun; wraps around. The same number at two looks means that the same one
     * runs, or none has begun since. Any thread; racy.
     */
    public final int progress() {
        return steps - untilSample;
    }

    /** Messages delivered so far. Any thread; racy. */
    public final long deliveredCount() {
        return delivered;
    }

    /** Measured time per message, a moving average over samples, in nanoseconds; 0 before the first. Any thread; racy. */
    public final int serviceNanos() {
        return serviceNanos;
    }
}
