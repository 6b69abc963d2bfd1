// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.latency;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What was waited from the end of the warm-up on. Any thread; a lock is nothing beside the times that are measured here. */
final class Latencies {
    private final Histogram nanos = new Histogram(3);
    private final long from;
    private final long until;

    private Latencies(long from, long until) {
        this.from = from;
        this.until = until;
    }

    /** Begins with the warm-up. */
    static Latencies begin(long warmUpNanos, long measuredNanos) {
        long now = System.nanoTime();
        return new Latencies(now + warmUpNanos, now + warmUpNanos + measuredNanos);
    }

    /** Whether messages that are sent now are no longer measured. */
    boolean isOver() {
        return System.nanoTime() - until >= 0;
    }

    /** Whether the warm-up is over. */
    boolean isWarm() {
        return System.nanoTime() - from >= 0;
    }

    /** Whether what began at that time counts. */
    boolean measures(long sent) {
        return sent - from >= 0 && until - sent > 0;
    }

    /**
     * Notes how long something took.
     *
     * @param sent when it began, by the clock of {@link System#nanoTime}
     */
    void took(long sent) {
        long now = System.nanoTime();
        if (measures(sent)) {
            synchronized (nanos) {
                nanos.recordValue(Math.max(0, now - sent));
            }
        }
    }

    /**
     * Waits until so many are noted.
     *
     * @throws IllegalStateException if they do not come within a minute
     */
    Histogram await(long count) throws InterruptedException {
        long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (count() < count) {
            if (System.nanoTime() - limit > 0) {
                throw new IllegalStateException("all messages must arrive: sent=" + count + ", arrived=" + count());
            }
            Thread.sleep(1);
        }
        synchronized (nanos) {
            return nanos.copy();
        }
    }

    private long count() {
        synchronized (nanos) {
            return nanos.getTotalCount();
        }
    }
}
