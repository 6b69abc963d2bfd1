// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import org.jspecify.annotations.Nullable;

/**
 * What is known of one cell. Its partners are kept in a sketch of fixed size: a newcomer takes the place of the weakest and
 * inherits its count, so that heavy partners are found and the sum over all stays exact (Metwally et al., "Efficient
 * computation of frequent and top-k elements in data streams", 2005; here with counts that decay).
 */
final class Track<C> {
    /** Partners that are told apart. */
    private static final int PARTNERS = 8;

    final C cell;
    final Decayed work;
    Placement placement = Placement.ANYWHERE;
    long seen;
    /** When it was moved the last time. */
    private long movedAt;

    private boolean moved;
    private final @Nullable Track<?>[] partners = new Track<?>[PARTNERS];
    private final double[] calls = new double[PARTNERS];
    private final long[] calledAt = new long[PARTNERS];
    /** In the snapshot under construction; -1: not in it. */
    int index = -1;

    Track(C cell, long since) {
        this.cell = cell;
        this.work = new Decayed(since);
        this.seen = since;
    }

    void called(Track<C> partner, double wakeups, long now, double constant) {
        int weakest = 0;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < PARTNERS; i++) {
            double value = partners[i] == null ? 0 : callsAt(i, now, constant);
            if (partners[i] == partner) {
                note(i, partner, value + wakeups, now);
                return;
            }
            if (value < least) {
                least = value;
                weakest = i;
            }
        }
        note(weakest, partner, least + wakeups, now);
    }

    private void note(int at, Track<C> partner, double value, long now) {
        partners[at] = partner;
        calls[at] = value;
        calledAt[at] = now;
    }

    private double callsAt(int at, long now, double constant) {
        return calls[at] * Math.exp(-(now - calledAt[at]) / constant);
    }

    int partners() {
        return PARTNERS;
    }

    @Nullable
    Track<?> partner(int at) {
        return partners[at];
    }

    /** Calls per second with a partner. */
    double rate(int at, long now, double constant) {
        return callsAt(at, now, constant) / constant * 1e9;
    }

    void forget(int at) {
        partners[at] = null;
        calls[at] = 0;
    }

    void moved(long now) {
        moved = true;
        movedAt = now;
    }

    boolean isSettled(long now, long settleNanos) {
        return !moved || now - movedAt >= settleNanos;
    }
}
