// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.util.function.LongSupplier;

/**
 * How long one stays out who has taken too long. Nobody knows whether a method was slow, or whether its thread had lost its
 * processor: to others, to a garbage collection, or to a host of virtual machines. What is lost is lost by chance, and what is slow
 * is slow again. So the first time costs a sixteenth of the most, and each further one four times as much as the one before, unless
 * there was none for as long as the most would have been. One thread.
 */
final class Probation {
    private static final int FIRST = 16;
    private static final int GROWTH = 4;

    private final LongSupplier clock;

    /** Times what it took. */
    private final int most;

    private boolean lasts;
    private long end;

    /** Times what it took last; 0: nothing yet. */
    private int factor;

    /**
     * Nobody is out.
     *
     * @param clock in nanoseconds
     * @param most how many times as long as it took one stays out at most, at least 16
     */
    Probation(LongSupplier clock, int most) {
        this.clock = clock;
        this.most = most;
    }

    /**
     * Begins, or begins again.
     *
     * @param now by the clock
     * @param took what was too long, in nanoseconds
     * @param certain whether it cannot have been by chance: there is no second chance
     */
    void begin(long now, long took, boolean certain) {
        if (certain) {
            factor = most;
        } else if (factor == 0 || now - took - end >= most * took) {
            factor = most / FIRST;
        } else {
            factor = Math.min(most, factor * GROWTH);
        }
        end = now + factor * took;
        lasts = true;
    }

    /** Whether one is out still. */
    boolean lasts() {
        if (lasts && clock.getAsLong() - end >= 0) {
            lasts = false;
        }
        return lasts;
    }
}
