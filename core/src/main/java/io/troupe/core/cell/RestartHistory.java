// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.Supervision;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/** When an actor was restarted, as far back as its supervision counts. In the actor's turns only. */
final class RestartHistory {
    private static final int ENOUGH_FOR_BACKOFF = 64;

    private final ArrayDeque<Long> times = new ArrayDeque<>();

    RestartHistory() {}

    /** Notes a restart; returns the pause before it in nanoseconds, or -1 if there were too many. */
    long next(Supervision supervision, long now) {
        long window = TimeUnit.NANOSECONDS.convert(supervision.window());
        while (!times.isEmpty() && now - times.peekFirst() > window) {
            times.pollFirst();
        }
        if (times.size() >= supervision.maxRestarts()) {
            return -1;
        }
        int before = times.size();
        if (supervision.maxRestarts() == Integer.MAX_VALUE && before == ENOUGH_FOR_BACKOFF) {
            times.pollFirst(); // there is no limit to keep
        }
        times.addLast(now);
        long min = TimeUnit.NANOSECONDS.convert(supervision.minBackoff());
        if (min == 0) {
            return 0; // zero doubled stays zero
        }
        long max = TimeUnit.NANOSECONDS.convert(supervision.maxBackoff());
        return before >= 62 || min > max >> before ? max : min << before;
    }
}
