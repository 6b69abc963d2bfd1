// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fanout;

import io.troupe.remoting.pacing.FanOut;
import io.troupe.remoting.pacing.FanOut.Verdict;
import io.troupe.remoting.pacing.Pressure;
import io.troupe.remoting.topic.TopicConfig;

/** How fast a topic may go. Knows nothing of its subscribers but who was the slowest lately. Any thread; guarded by itself. */
final class Pace {
    private final double minRate;
    private final long maxSlow;
    private FanOut fan;

    /** Whether there has been a complaint that still counts. */
    private boolean limited;

    Pace(TopicConfig<?> config, long now) {
        minRate = config.minRate();
        maxSlow = config.maxSlow().toNanos();
        fan = new FanOut(now, minRate, maxSlow);
    }

    synchronized Verdict onPressure(Object subscriber, Pressure pressure, long now, long roundTrip) {
        Verdict verdict = fan.onPressure(subscriber, pressure, now, roundTrip);
        limited |= verdict == Verdict.OBEYED;
        return verdict;
    }

    /** How many items may go now. */
    synchronized int permits(long now, int wanted) {
        if (limited && fan.isSpent(now)) {
            fan = new FanOut(now, minRate, maxSlow);
            limited = false;
        }
        return limited ? fan.permits(now, wanted) : wanted;
    }

    synchronized void sent(int items, long now) {
        fan.sent(items, now);
    }

    /** Nanoseconds until it is worth while to ask again, at least 1. */
    synchronized long pause(long now) {
        return Math.max(1, fan.nextPermitAt(now) - now);
    }

    /** Items per second. */
    synchronized double rate() {
        return limited ? fan.rate() : Double.POSITIVE_INFINITY;
    }
}
