// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/**
 * The round trip time of a link, from pings. One thread. Pings wait behind data in both directions; the control laws want the
 * way without the waiting, which is the least of the last seconds, and timeouts want what pings take at present.
 */
public final class RoundTripEstimator {
    private static final long SPAN = 5_000_000_000L;
    private static final double GAIN = 0.125;
    private static final double DEVIATION_GAIN = 0.25;

    private final long assumed;
    /** Least of the span before the present one, and of the present one. */
    private long before = Long.MAX_VALUE;

    private long least = Long.MAX_VALUE;
    private long spanSince;
    private double smoothed;
    private double deviation;

    /**
     * Without samples.
     *
     * @param assumedNanos what to say until the first sample, 0 or more
     */
    public RoundTripEstimator(long now, long assumedNanos) {
        if (assumedNanos < 0) {
            throw new IllegalArgumentException("assumedNanos must be 0 or more: assumedNanos=" + assumedNanos);
        }
        assumed = assumedNanos;
        smoothed = -1;
        spanSince = now;
    }

    /**
     * A ping has been answered.
     *
     * @param nanos it took; less than 0 counts as 0
     */
    public void sample(long nanos, long now) {
        long took = Math.max(0, nanos);
        if (now - spanSince >= SPAN) {
            before = now - spanSince >= 2 * SPAN ? Long.MAX_VALUE : least;
            least = Long.MAX_VALUE;
            spanSince = now;
        }
        least = Math.min(least, took);
        if (smoothed < 0) {
            smoothed = took;
            deviation = took / 2.0;
            return;
        }
        deviation += DEVIATION_GAIN * (Math.abs(took - smoothed) - deviation);
        smoothed += GAIN * (took - smoothed);
    }

    /** Nanoseconds there and back on an idle link: the least of the last 5 to 10 s of samples. For {@link SendLimit} and others. */
    public long nanos() {
        long nanos = Math.min(before, least);
        return nanos == Long.MAX_VALUE ? assumed : nanos;
    }

    /** Nanoseconds that a ping takes at present, smoothed. */
    public long smoothed() {
        return smoothed < 0 ? assumed : Math.round(smoothed);
    }

    /** Mean deviation from {@link #smoothed}, in nanoseconds. */
    public long deviation() {
        return Math.round(deviation);
    }
}
