// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;
import java.util.concurrent.TimeUnit;

/**
 * How long a worker must not have been needed before it is given up. A worker that is wanted back soon was given up too
 * early: twice as long the next time. So a burst every few seconds keeps its workers after a while; they sleep in between.
 */
final class StopBackoff {
    private static final int SOON = 10;
    private static final int LONGEST = 32;

    /** Ten months and more are as good as never; products with the numbers above do not overflow. */
    private static final long NEVER = Long.MAX_VALUE / (SOON * LONGEST);

    private final long shortest;
    private long nanos;
    private long stoppedAt;
    private boolean hasStopped;

    StopBackoff(BalanceConfig config) {
        this.shortest = Math.min(NEVER, TimeUnit.NANOSECONDS.convert(config.giveUpAfter()));
        this.nanos = shortest;
    }

    long nanos() {
        return nanos;
    }

    void started(long now) {
        boolean soon = hasStopped && now - stoppedAt < SOON * nanos;
        nanos = soon ? Math.min(LONGEST * shortest, 2 * nanos) : shortest;
    }

    void stopped(long now) {
        stoppedAt = now;
        hasStopped = true;
    }
}
