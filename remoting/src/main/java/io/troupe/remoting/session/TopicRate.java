// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.pacing.FanOutLimit;
import io.troupe.remoting.pacing.FanOutLimit.Verdict;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.topic.TopicConfig;

/**
 * How fast a topic may go, in bytes as its items weigh. Knows nothing of its subscribers but who was the slowest lately. Any
 * thread; guarded by itself.
 */
final class TopicRate {
    /** The mean weight follows within some times as many items. */
    private static final double GAIN = 1.0 / 64;

    private final double minRate;
    private final long maxSlow;
    private FanOutLimit fan;

    /** Of an item, lately; 0: nothing has been sent. */
    private double mean;

    /** Whether there has been a complaint that still counts. */
    private boolean limited;

    TopicRate(TopicConfig<?> config, long now) {
        minRate = config.minRate();
        maxSlow = config.maxSlow().toNanos();
        fan = new FanOutLimit(now, 0, maxSlow);
    }

    /**
     * A subscriber complains.
     *
     * @param meanBytes of an item there, in the bytes of the complaint; 0: they are those of this pace
     */
    synchronized Verdict onPressure(
            Object subscriber, QueuePressure pressure, double meanBytes, long now, long roundTrip) {
        fan.minRate(minRate * mean);
        QueuePressure own = meanBytes > 0 && mean > 0 ? pressure.times(mean / meanBytes) : pressure;
        Verdict verdict = fan.onPressure(subscriber, own, now, roundTrip);
        limited |= verdict == Verdict.OBEYED;
        return verdict;
    }

    /** How many bytes of items may go now; the last item may have more. */
    synchronized int permits(long now, int wanted) {
        if (limited && fan.isSpent(now)) {
            fan = new FanOutLimit(now, 0, maxSlow);
            limited = false;
        }
        return limited ? fan.permits(now, wanted) : wanted;
    }

    synchronized void sent(int items, long bytes, long now) {
        fan.sent(bytes, now);
        if (items > 0) {
            double each = (double) bytes / items;
            mean = mean == 0 ? each : mean + Math.min(1, items * GAIN) * (each - mean);
        }
    }

    /** Nanoseconds until it is worth while to ask again, at least 1. */
    synchronized long pause(long now) {
        return Math.max(1, fan.nextPermitAt(now) - now);
    }

    /** Items per second, of the usual size. */
    synchronized double rate() {
        return limited ? fan.rate() / Math.max(1, mean) : Double.POSITIVE_INFINITY;
    }
}
