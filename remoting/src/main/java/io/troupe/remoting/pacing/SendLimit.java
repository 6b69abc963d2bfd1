// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/**
 * How fast one target may be sent to over one link. Exists only while the target needs it: made at its first complaint, dropped
 * when {@link #isSpent}. Brings the queue over there to a quarter of its capacity, counting what is still on its way, goes on a
 * little below the rate at which it is worked off, and then faster and faster until it hears the next complaint. Counts in bytes,
 * those of {@link QueuePressure}: a message leaves whole when a byte may, and is made up for. One thread. The formulas are in
 * docs/pacing.md.
 */
public final class SendLimit {
    /** Bytes per second that are always allowed: with nothing arriving, nobody over there could report better times. */
    private static final double FLOOR = 16 << 10;

    private static final double FLOOR_SHARE = 0.02;
    private static final double CRUISE = 0.98;
    private static final double TARGET_FILL = 0.25;
    private static final double FIRST_GROWTH = 0.02;
    private static final double GROWTH_OF_GROWTH = 1.5;
    private static final double MOST_GROWTH = 0.25;
    /** A limit that nobody runs into grows to this many times the drain rate: see docs/pacing.md on overshoot. */
    private static final double UNTRIED = 2;

    private static final double UNLIMITED = 1e12;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final long FAR = 5 * MILLI;
    private static final long LEAST_WINDOW = 5 * MILLI;
    private static final long LEAST_STEP = 10 * MILLI;
    private static final long LEAST_HORIZON = 50 * MILLI;
    /** Part of the capacity that one step of growth may fill before a complaint can be back: an eighth. */
    private static final double SAFE_PART = 8;
    /** What it takes a receiver to notice and say, besides the round trip. */
    private static final long REACTION = 10 * MILLI;

    /** Tokens are kept for as long, or longer for somebody who waits and whose timer may be late. */
    private static final long DEPTH = MILLI;

    private static final long DEPTH_WAITING = 5 * MILLI;
    private static final long BATCH = MILLI / 2;
    /** Tokens that sums of fractions may lack. */
    private static final double ROUNDING = 1e-6;

    private static final long ACTUAL_WINDOW = 100 * MILLI;

    private final SentLog log;
    private double floor;
    private double rate;
    /** Last reported; infinite before the first report. */
    private double drain = Double.POSITIVE_INFINITY;

    private int strongest;
    private long pressedAt;
    /** Until then the rate stays, to work off the excess. */
    private long holdUntil;

    private boolean holding;
    private long step = LEAST_STEP;
    private long nextStepAt;
    private double growth = FIRST_GROWTH;
    /** What a full step adds at least, in bytes per second: the queue over there can take it. */
    private double safeStep;

    private double tokens;
    private long refilledAt;
    private boolean waiting;
    /** Whether somebody has waited since the last step. */
    private boolean tried;

    private long waitedAt;
    private long sentAt;
    /** Whether the round trip is too long to do without a limit. */
    private boolean far;

    private long actualSince;
    private long actualFrom;
    private double actual;

    /**
     * For a target that has just complained; tell it the complaint next.
     *
     * @param now nanoseconds
     * @param sentRate bytes per second that were sent to the target lately, as well as is known: what is still on its way is
     *     computed from it
     */
    public SendLimit(long now, double sentRate) {
        this(now, sentRate, FLOOR);
    }

    /**
     * With another floor.
     *
     * @param floor bytes per second that are always allowed; at least 16 KiB are
     */
    SendLimit(long now, double sentRate, double floor) {
        if (!(sentRate >= 0)) {
            throw new IllegalArgumentException("sentRate must be 0 or more: sentRate=" + sentRate);
        }
        log = new SentLog(now, sentRate);
        this.floor = Math.max(FLOOR, floor);
        rate = UNLIMITED;
        pressedAt = now - SECOND;
        refilledAt = now;
        waitedAt = now;
        sentAt = now;
        actualSince = now;
        nextStepAt = now;
    }

    /**
     * The target has complained. Within a window of a round trip (at least 5 ms) only a stronger complaint counts.
     *
     * @param rttNanos of the link, 0 or more
     * @return whether it has been obeyed
     */
    public boolean onPressure(QueuePressure p, long now, long rttNanos) {
        advance(now);
        if (now - pressedAt < Math.max(rttNanos, LEAST_WINDOW) && p.level() <= strongest) {
            return false;
        }
        obey(p, now, rttNanos);
        return true;
    }

    /** Obeys, however fresh the last complaint. */
    void obey(QueuePressure p, long now, long rttNanos) {
        strongest = p.level();
        far = rttNanos >= FAR;
        pressedAt = now;
        drain = p.drainRate();
        refill(now);
        log.span(rttNanos);
        rate = answer(p, now, rttNanos);
        double excess = excess(p, now, rttNanos);
        double seconds = excess / Math.max(drain - rate, 1e-9);
        holdUntil = now + (excess > 0 ? (long) Math.min((double) horizon(rttNanos), seconds * 1e9) : 0);
        holding = true;
        step = Math.max(rttNanos, LEAST_STEP);
        growth = FIRST_GROWTH;
        safeStep = p.capacity() * 1e9 / (SAFE_PART * (rttNanos + REACTION));
        tried = false;
    }

    /** The rate that such a complaint leads to. */
    double answer(QueuePressure p, long now, long rttNanos) {
        double d = p.drainRate();
        double seconds = horizon(rttNanos) / 1e9;
        return Math.max(floor + FLOOR_SHARE * d, Math.min(d, d - excess(p, now, rttNanos) / seconds));
    }

    /** What is too much over there by the time that a message of now arrives: Smith's predictor. */
    private double excess(QueuePressure p, long now, long rttNanos) {
        double underWay = log.since(now - rttNanos) - p.drainRate() * rttNanos / 1e9;
        return p.queued() + underWay - TARGET_FILL * p.capacity();
    }

    private static long horizon(long rttNanos) {
        return Math.max(2 * rttNanos, LEAST_HORIZON);
    }

    /** Changes what is always allowed: see the constructor. */
    void floor(double bytesPerSecond) {
        floor = Math.max(FLOOR, bytesPerSecond);
    }

    /**
     * How many bytes may be sent now: the last message may have more. Call {@link #sent} for those that are.
     *
     * @param wanted 0 or more
     * @return 0 to wanted
     */
    public int permits(long now, int wanted) {
        advance(now);
        refill(now);
        int allowed = rate >= UNLIMITED ? wanted : (int) Math.max(0, Math.min(wanted, tokens + ROUNDING));
        waiting = allowed < wanted;
        if (waiting) {
            tried = true;
            waitedAt = now;
        }
        return allowed;
    }

    /** Bytes have been sent. More than allowed is borne: it is made up for. */
    public void sent(long n, long now) {
        refill(now);
        tokens -= n;
        sentAt = now;
        log.add(n, now);
    }

    /**
     * When it is worth while to ask for permits again: now if there are some, else when there is half a millisecond's worth, or
     * when the rate changes.
     */
    public long nextPermitAt(long now) {
        advance(now);
        refill(now);
        if (rate >= UNLIMITED || tokens + ROUNDING >= 1) {
            return now;
        }
        double batch = Math.max(1, rate * BATCH / 1e9);
        long enough = now + (long) Math.ceil((batch - tokens) * 1e9 / rate);
        return Math.max(now + 1, Math.min(enough, holding ? holdUntil : nextStepAt)); // a large message may have left
    }

    /** Bytes per second allowed, as of the last call with a time; 1e12 and more means that there is no limit. */
    public double rate() {
        return rate;
    }

    /**
     * Whether it limits nothing any more, so that it can be dropped: for a second no complaint, and nobody had to wait, and what
     * is allowed is at least double of what is sent or of what the target gets done. On a slow link, where complaints come
     * too late for a burst without a limit, nothing must have been sent for a second.
     */
    public boolean isSpent(long now) {
        advance(now);
        if (now - pressedAt < SECOND || now - waitedAt < SECOND) {
            return false;
        }
        return far ? now - sentAt >= SECOND : rate >= 2 * actual || rate >= untried();
    }

    /** How far the rate grows if nobody runs into it. */
    private double untried() {
        return Double.isInfinite(drain) ? rate : Math.max(rate, UNTRIED * Math.max(drain, floor));
    }

    private void refill(long now) {
        double depth = Math.max(1, rate * (waiting ? DEPTH_WAITING : DEPTH) / 1e9);
        tokens = Math.min(depth, tokens + rate * Math.max(0, now - refilledAt) / 1e9);
        refilledAt = Math.max(refilledAt, now);
    }

    private void advance(long now) {
        if (now - actualSince >= ACTUAL_WINDOW) {
            actual = (log.total() - actualFrom) * 1e9 / (now - actualSince);
            actualFrom = log.total();
            actualSince = now;
        }
        if (holding && now - holdUntil >= 0) {
            refill(holdUntil);
            holding = false;
            rate = Math.max(floor, CRUISE * drain);
            nextStepAt = holdUntil + step;
        }
        while (!holding && rate < UNLIMITED && now - nextStepAt >= 0) {
            grow(now);
        }
    }

    private void grow(long now) {
        refill(nextStepAt);
        double most = tried ? UNLIMITED : untried();
        double grown = Math.min(rate + growth * Math.max(rate, safeStep / MOST_GROWTH), most);
        // at the cap, further steps of a long silence would change nothing
        nextStepAt = grown == rate ? now + step : nextStepAt + step;
        rate = grown;
        growth = Math.min(MOST_GROWTH, growth * GROWTH_OF_GROWTH);
        tried = waiting;
    }
}
