// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.Placement;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one cell. Its partners are kept in a sketch of fixed size: a newcomer takes the place of the weakest and
 * inherits its count, so that heavy partners are found and the sum over all stays exact (Metwally et al., "Efficient
 * computation of frequent and top-k elements in data streams", 2005; here with counts that fade). What was inherited is
 * remembered, as it says nothing about the partner: it stands for those that found no place.
 */
final class CellSample<C> {
    /** Partners that are told apart. */
    static final int PARTNERS = 8;
    /** A count is known well if no larger part of it is inherited. */
    private static final double INHERITED = 0.1;

    final C cell;
    /** When counting began. */
    final long since;

    Placement placement = Placement.ANYWHERE;
    long seen;
    /** In the latest snapshot that has read it; -1: not in it. */
    int index = -1;
    /** Index of its worker, as of the latest snapshot that has read it; negative: none of these. */
    int home = -1;
    /** What turns sums into rates per nanosecond, as of the same snapshot. */
    double perNano;
    /** No longer in the table. */
    boolean gone;

    private double work;
    private long movedAt;
    private boolean moved;
    private final @Nullable CellSample<?>[] partners = new CellSample<?>[PARTNERS];
    private final double[] calls = new double[PARTNERS];
    private final double[] inherited = new double[PARTNERS];

    CellSample(C cell, long since) {
        this.cell = cell;
        this.since = since;
        this.seen = since;
    }

    /** All amounts are in the units of {@link DecayingRate}. */
    void ran(double nanos, long now) {
        work += nanos;
        seen = now;
    }

    double work() {
        return work;
    }

    void called(CellSample<C> partner, double wakeups, long now) {
        seen = now;
        int weakest = 0;
        for (int i = 0; i < PARTNERS; i++) {
            if (partners[i] == partner) {
                calls[i] += wakeups;
                return;
            }
            if (calls[i] < calls[weakest]) {
                weakest = i;
            }
        }
        // The first call is not more than a coincidence either.
        partners[weakest] = partner;
        calls[weakest] += wakeups;
        inherited[weakest] = calls[weakest];
    }

    void scale(double factor) {
        work *= factor;
        for (int i = 0; i < PARTNERS; i++) {
            calls[i] *= factor;
            inherited[i] *= factor;
        }
    }

    @Nullable
    CellSample<?> partner(int at) {
        return partners[at];
    }

    double calls(int at) {
        return calls[at];
    }

    /** Calls that were surely with this partner. */
    double certain(int at) {
        return calls[at] - inherited[at];
    }

    /** Whether the count is that of the partner, and not of others before it. */
    boolean isExact(int at) {
        return inherited[at] <= INHERITED * calls[at];
    }

    void forget(int at) {
        partners[at] = null;
        calls[at] = 0;
        inherited[at] = 0;
    }

    void moved(long now) {
        moved = true;
        movedAt = now;
    }

    boolean isSettled(long now, long settleNanos) {
        return !moved || now - movedAt >= settleNanos;
    }
}
