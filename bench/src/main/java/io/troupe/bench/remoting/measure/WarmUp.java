// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;

/**
 * Runs windows until the last ones agree: how long a virtual machine needs to warm up differs between stacks, and between
 * machines. Ends after some times the least time in any case; the windows measured afterwards show whether that was enough.
 */
public final class WarmUp {
    private static final int PARTS = 4;
    private static final int AGREEING = 3;
    /** The fastest of those may have so many times the rate of the slowest. */
    private static final double WITHIN = 1.15;

    private static final int MOST_TIMES = 5;

    private final Work work;
    private final Deque<Double> rates = new ArrayDeque<>();

    /** What is done in a window. */
    @FunctionalInterface
    public interface Work {
        /** Does it for so long, and until what was begun has ended. */
        Measured window(long nanos) throws InterruptedException;
    }

    /** Warms this up. */
    public WarmUp(Work work) {
        this.work = work;
    }

    /**
     * Warms up.
     *
     * @param leastNanos that it takes, 1 or more
     */
    public void run(long leastNanos) throws InterruptedException {
        long part = Math.max(1, leastNanos / PARTS);
        long spent = 0;
        while (spent < leastNanos || (!agrees() && spent < MOST_TIMES * leastNanos)) {
            Measured measured = work.window(part);
            spent += Math.max(part, measured.nanos());
            rates.add(measured.perSecond());
            if (rates.size() > AGREEING) {
                rates.remove();
            }
        }
    }

    private boolean agrees() {
        return rates.size() == AGREEING && Collections.max(rates) <= WITHIN * Collections.min(rates);
    }
}
