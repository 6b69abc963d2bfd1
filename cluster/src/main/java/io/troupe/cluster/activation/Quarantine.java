// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Keeps a key that fails again and again from loading the store: after five failures within a minute it is left alone for a
 * minute, then for two, up to an hour. It is dropped when the key has been loaded. One thread at a time.
 */
final class Quarantine {
    private static final int FAILURES = 5;
    private static final long WINDOW = Duration.ofMinutes(1).toNanos();
    private static final long LONGEST = Duration.ofHours(1).toNanos();

    private final Deque<Long> failures = new ArrayDeque<>(FAILURES);
    private long pause;
    private long until;
    private boolean isolated;

    Quarantine() {}

    /**
     * Loading has failed.
     *
     * @param now nanoseconds of a clock
     * @return the length of the quarantine in nanoseconds if this failure begins one; else 0
     */
    long failed(long now) {
        failures.add(now);
        while (now - failures.getFirst() > WINDOW) {
            failures.remove();
        }
        if (failures.size() < FAILURES && pause == 0) {
            return 0;
        }
        failures.clear();
        pause = pause == 0 ? WINDOW : Math.min(2 * pause, LONGEST);
        until = now + pause;
        isolated = true;
        return pause;
    }

    /**
     * Whether loading may be tried.
     *
     * @param now nanoseconds of the same clock
     */
    boolean mayLoad(long now) {
        if (isolated && now - until >= 0) {
            isolated = false;
        }
        return !isolated;
    }
}
