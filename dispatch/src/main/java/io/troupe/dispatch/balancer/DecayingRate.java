// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

/**
 * Sums in which what is older counts exponentially less. Instead of making every sum smaller all the time, what is added
 * later is made larger (Cormode et al., "Forward decay: a practical time decay model for streaming systems", 2009): one
 * exponential function per point in time instead of one per sum, of which a table has up to a hundred thousand.
 */
final class DecayingRate {
    /** Far below where doubles end, at 700. */
    private static final double HIGHEST = 200;

    /** In time constants: from then on age makes no difference. */
    private static final double OLD = 30;

    private final double constant;
    private long landmark;
    private boolean begun;
    private long lastNow;
    private double lastWeight = 1;

    /**
     * Begins with the first use.
     *
     * @param constant time after which something counts 1/e, in nanoseconds
     */
    DecayingRate(double constant) {
        this.constant = constant;
    }

    /** What one is worth that is added now, in the units of the stored sums. */
    double weight(long now) {
        if (!begun) {
            begun = true;
            landmark = now;
            lastNow = now;
        }
        if (now != lastNow) {
            lastNow = now;
            lastWeight = Math.exp((now - landmark) / constant);
        }
        return lastWeight;
    }

    /** Whether all stored sums have to be multiplied with {@link #restart} before anything is added. */
    boolean isWorn(long now) {
        return begun && (now - landmark) / constant > HIGHEST;
    }

    /** Begins anew; the factor for all stored sums, which keep their value by it. */
    double restart(long now) {
        double factor = Math.exp(-(now - landmark) / constant);
        landmark = now;
        lastNow = now;
        lastWeight = 1;
        return factor;
    }

    /**
     * What turns a stored sum into a rate per nanosecond, averaged over about the time constant or, if that is less, over
     * the time since counting began: a young average must not take the time before for silence.
     */
    double perNano(long since, long now) {
        double age = (now - since) / constant;
        double seen = age > OLD ? 1 : 1 - Math.exp(-age);
        return seen <= 0 ? 0 : 1 / (weight(now) * constant * seen);
    }
}
