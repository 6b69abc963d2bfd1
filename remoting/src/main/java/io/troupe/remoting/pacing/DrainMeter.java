// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/**
 * How many messages per second a queue hands out while it has any, from samples of its length and of a running count. A lone
 * pause is left out. Not safe for threads.
 */
final class DrainMeter {
    private static final double WEIGHT = 0.4;
    private static final long WINDOW = 20_000_000;
    /** The shortest standstill that may be a pause, and in times of the mean time per message. */
    private static final long PAUSE = 5_000_000;

    private static final double PAUSE_MESSAGES = 8;
    /** Progress at this share of the known rate or less is a standstill. */
    private static final double STANDSTILL = 0.125;
    /** At most one pause is left out in this time, and a longer one counts: then it is no pause. */
    private static final long PAUSE_EVERY = 1_000_000_000;

    /** Times of the known rate beyond which a window is far off. */
    private static final double LESS = 0.7;

    private static final double MORE = 1.4;

    private double rate;
    private boolean wasOff;
    /** What was handed out lately, waiting for arrivals included: no more than the rate, but known when the rate is not. */
    private double flow;

    private long sampledAt;
    private long sampledQueue;
    private long sampledCount;
    private long busy;
    private long done;
    /** Busy time without progress, not yet known to be a pause. */
    private long still;

    private long stillDone;
    private long pausedAt;

    DrainMeter(long now, long processed) {
        sampledAt = now;
        sampledCount = processed;
        pausedAt = now - PAUSE_EVERY;
    }

    /** Whether it has been measured for long enough. */
    boolean isKnown() {
        return rate > 0;
    }

    /** Messages per second; before it is known the best guess, which may be 0. */
    double rate() {
        if (rate > 0) {
            return rate;
        }
        long time = busy + still;
        return Math.max(flow, time == 0 ? 0 : (done + stillDone + 1) * 1e9 / time);
    }

    void sample(long now, long queued, long processed) {
        long time = now - sampledAt;
        if (time <= 0) {
            return;
        }
        long progress = processed - sampledCount;
        if (progress < sampledQueue) {
            onBusy(now, time, progress);
        } else {
            endStandstill(now);
            onPartlyBusy(time, progress);
        }
        sampledAt = now;
        sampledQueue = queued;
        sampledCount = processed;
    }

    private void onBusy(long now, long time, long progress) {
        double expected = Math.max(rate, flow) * time / 1e9;
        if (progress > STANDSTILL * expected) {
            endStandstill(now);
            count(time, progress);
            return;
        }
        still += time;
        stillDone += progress;
        if (still >= PAUSE_EVERY) {
            countStandstill();
        }
    }

    /** All that waited is done: there may have been nothing to do for a while, so that this is a lower bound. */
    private void onPartlyBusy(long time, long progress) {
        double seen = progress * 1e9 / time;
        flow += (1 - Math.exp(-(double) time / WINDOW)) * (seen - flow);
        if (rate > 0 && seen > rate) {
            count(time, progress);
        }
    }

    private void endStandstill(long now) {
        double missed = Math.max(rate, flow) * still / 1e9;
        if (still > PAUSE && missed > PAUSE_MESSAGES && now - pausedAt >= PAUSE_EVERY) {
            pausedAt = now;
            still = 0;
            stillDone = 0;
        } else {
            countStandstill();
        }
    }

    private void countStandstill() {
        count(still, stillDone);
        still = 0;
        stillDone = 0;
    }

    private void count(long time, long progress) {
        busy += time;
        done += progress;
        if (busy < WINDOW) {
            return;
        }
        double seen = done * 1e9 / busy;
        double weight = 1 - Math.pow(1 - WEIGHT, (double) busy / WINDOW);
        boolean off = seen < LESS * rate || seen > MORE * rate;
        // two windows in a row that are far off are news, not noise
        rate = rate == 0 || (off && wasOff) ? seen : rate + weight * (seen - rate);
        wasOff = off;
        busy = 0;
        done = 0;
    }
}
