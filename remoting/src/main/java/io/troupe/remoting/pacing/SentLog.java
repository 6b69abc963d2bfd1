// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/** How much was sent since some moment of the last round trips: a ring of running totals. One thread. */
final class SentLog {
    private static final int ENTRIES = 64;
    private static final int MASK = ENTRIES - 1;
    /** Entries per span, so that the ring holds two spans. */
    private static final int PER_SPAN = ENTRIES / 2;

    private static final long FINEST = 20_000;

    private final long[] times = new long[ENTRIES];
    private final long[] totals = new long[ENTRIES];
    /** Bytes per nanosecond that are taken for granted before the log began. */
    private final double before;

    private long next = 1;
    private long total;
    private long grain = FINEST;

    /**
     * An empty one.
     *
     * @param rate bytes per second that were sent before, 0 or more
     */
    SentLog(long now, double rate) {
        times[0] = now;
        before = rate / 1e9;
    }

    /** How far back it must be able to look. */
    void span(long nanos) {
        grain = Math.max(FINEST, nanos / PER_SPAN);
    }

    /** Notes bytes that leave now. */
    void add(long n, long now) {
        int last = (int) (next - 1) & MASK;
        if (now - times[last] >= grain) {
            int slot = (int) next++ & MASK;
            times[slot] = now;
            totals[slot] = total;
        }
        total += n;
    }

    /** Bytes since the log began. */
    long total() {
        return total;
    }

    /** Bytes sent since then, to within a grain. */
    double since(long time) {
        long laterTime = Long.MIN_VALUE;
        long laterTotal = total;
        for (long i = next - 1; i >= Math.max(0, next - ENTRIES); i--) {
            int slot = (int) i & MASK;
            if (times[slot] <= time) {
                if (laterTime == Long.MIN_VALUE) {
                    return total - totals[slot];
                }
                double part = (double) (time - times[slot]) / Math.max(1, laterTime - times[slot]);
                return total - totals[slot] - part * (laterTotal - totals[slot]);
            }
            laterTime = times[slot];
            laterTotal = totals[slot];
        }
        return total - laterTotal + (next <= ENTRIES ? before * (laterTime - time) : 0);
    }
}
