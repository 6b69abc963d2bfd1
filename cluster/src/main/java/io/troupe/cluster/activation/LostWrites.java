// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.dispatch.timer.Clock;
import java.time.Duration;

/**
 * What is said of updates that were not stored: a process that was taken over has one for each call, and says so once a minute
 * for each class of actors. Any thread.
 */
final class LostWrites {
    private static final long PAUSE = Duration.ofMinutes(1).toNanos();

    private final Clock clock;

    // ---- guarded by this
    private long next;
    private boolean said;
    private long unsaid;

    /**
     * Nothing has been lost.
     *
     * @param clock of the system
     */
    LostWrites(Clock clock) {
        this.clock = clock;
    }

    /**
     * Notes some.
     *
     * @return how many were lost since it was said last, with these; 0: it is not to be said now
     */
    synchronized long lost(int updates) {
        unsaid += updates;
        long now = clock.nanos();
        if (said && now - next < 0) {
            return 0;
        }
        said = true;
        next = now + PAUSE;
        long all = unsaid;
        unsaid = 0;
        return all;
    }
}
