// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import org.jspecify.annotations.Nullable;

/**
 * The pace of a publication that goes to many and slows down for the slowest of those that complain. Knows no receivers: one
 * that says nothing, because all is well or because it is dead, never slows the others. One thread, or guarded by its
 * publication.
 */
public final class FanOutLimit {
    private static final long WINDOW = 50_000_000;
    /** A receiver that has not slowed the publication for as long begins anew. */
    private static final long FORGET = 1_000_000_000;

    /** What came of a complaint. */
    public enum Verdict {
        /** It sets the pace. */
        OBEYED,
        /** A stronger one does. */
        WEAKER,
        /** This receiver has slowed the others for too long: drop messages for it from now on, and tell of it no more. */
        GIVEN_UP
    }

    private final SendLimit limit;
    private final long maxSlowNanos;
    private long obeyedAt;
    private @Nullable Object slowest;
    private long slowestSince;

    /**
     * A publication that nobody has complained about.
     *
     * @param minRate bytes per second below which it is not slowed, 0 or more
     * @param maxSlowNanos how long one receiver may slow it down; the default is 10 s
     */
    public FanOutLimit(long now, double minRate, long maxSlowNanos) {
        if (!(minRate >= 0) || maxSlowNanos < 0) {
            throw new IllegalArgumentException(
                    "limits must be 0 or more: minRate=" + minRate + ", maxSlowNanos=" + maxSlowNanos);
        }
        limit = new SendLimit(now, 0, minRate);
        this.maxSlowNanos = maxSlowNanos;
        obeyedAt = now - WINDOW;
    }

    /**
     * A receiver has complained. The one that leads to the lowest rate within 50 ms counts.
     *
     * @param receiver who; compared by identity, and forgotten when another one sets the pace
     */
    public Verdict onPressure(Object receiver, QueuePressure p, long now, long rttNanos) {
        limit.permits(now, 0);
        if (now - obeyedAt < WINDOW && limit.answer(p, now, rttNanos) >= limit.rate()) {
            return Verdict.WEAKER;
        }
        if (receiver != slowest || now - obeyedAt > FORGET) {
            slowest = receiver;
            slowestSince = now;
        }
        if (now - slowestSince > maxSlowNanos) {
            slowest = null;
            return Verdict.GIVEN_UP;
        }
        obeyedAt = now;
        limit.obey(p, now, rttNanos);
        return Verdict.OBEYED;
    }

    /** See {@link SendLimit#permits}. */
    public int permits(long now, int wanted) {
        return limit.permits(now, wanted);
    }

    /** See {@link SendLimit#sent}; to all receivers together a message counts once. */
    public void sent(long n, long now) {
        limit.sent(n, now);
    }

    /** Changes the rate below which it is not slowed, in bytes per second. */
    public void minRate(double bytesPerSecond) {
        limit.floor(bytesPerSecond);
    }

    /** See {@link SendLimit#nextPermitAt}. */
    public long nextPermitAt(long now) {
        return limit.nextPermitAt(now);
    }

    /** See {@link SendLimit#rate}. */
    public double rate() {
        return limit.rate();
    }

    /** See {@link SendLimit#isSpent}. */
    public boolean isSpent(long now) {
        return limit.isSpent(now);
    }
}
