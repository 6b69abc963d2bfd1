// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/**
 * How many bytes per second a queue hands out while it has any, from samples of its length and of running counts. A lone pause is
 * left out: time without messages in which many are usual. Not safe for threads.
 */
final class DrainMeter {
    private static final double WEIGHT = 0.4;
    private static final long WINDOW = 20_000_000;
    /** All windows but the first take longer until there are as many messages in it: sizes are mixed. */
    private static final int WINDOW_MESSAGES = 32;

    private static final long LONGEST_WINDOW = 200_000_000;
    /** The shortest standstill that may be a pause, and in times of the mean time per message. */
    private static final long PAUSE = 5_000_000;

    private static final double PAUSE_MESSAGES = 8;
    /** Progress at this share of the known rate or less is a standstill. */
    private static final double STANDSTILL = 0.125;
    /** A standstill at whose end so much of what is usual has been done was the work on a large message. */
    private static final double LARGE = 0.5;
    /** At most one pause is left out in this time, and a longer one counts: then it is no pause. */
    private static final long PAUSE_EVERY = 1_000_000_000;

    /** Times of the known rate beyond which a window is far off. */
    private static final double LESS = 0.7;

    private static final double MORE = 1.4;

    /** How much was done in some time. */
    private static final class Progress {
        private double messages;
        private double bytes;

        void add(double moreMessages, double moreBytes) {
            messages += moreMessages;
            bytes += moreBytes;
        }

        void clear() {
            messages = 0;
            bytes = 0;
        }
    }

    /** Per second; 0 until it is known. */
    private final Progress rate = new Progress();

    private boolean wasOff;
    /** What was handed out lately, waiting for arrivals included: no more than the rate, but known when the rate is not. */
    private final Progress flow = new Progress();

    private long sampledAt;
    private long sampledQueue;
    private long sampledCount;
    private double sampledBytes;
    private long busy;
    private final Progress done = new Progress();
    /** Busy time without progress, not yet known to be a pause. */
    private long still;

    private final Progress stillDone = new Progress();
    private long pausedAt;

    DrainMeter(long now, long processed) {
        sampledAt = now;
        sampledCount = processed;
        pausedAt = now - PAUSE_EVERY;
    }

    /** Whether it has been measured for long enough. */
    boolean isKnown() {
        return rate.messages > 0;
    }

    /** Bytes per second; before it is known the best guess, which may be 0. */
    double rate() {
        if (isKnown()) {
            return rate.bytes;
        }
        long time = busy + still;
        double messages = done.messages + stillDone.messages;
        double bytes = done.bytes + stillDone.bytes;
        double one = messages > 0 ? bytes / messages : 1;
        return Math.max(flow.bytes, time == 0 ? 0 : (bytes + one) * 1e9 / time);
    }

    /**
     * Looks at the queue.
     *
     * @param queued messages that wait
     * @param processed messages that were handed out so far
     * @param bytes of these
     */
    void sample(long now, long queued, long processed, double bytes) {
        long time = now - sampledAt;
        if (time <= 0) {
            return;
        }
        double progress = (double) (processed - sampledCount);
        double more = bytes - sampledBytes;
        if (progress < sampledQueue) {
            onBusy(now, time, progress, more);
        } else {
            endStandstill(now, time, more);
            onPartlyBusy(time, progress, more);
        }
        sampledAt = now;
        sampledQueue = queued;
        sampledCount = processed;
        sampledBytes = bytes;
    }

    private void onBusy(long now, long time, double progress, double bytes) {
        double seconds = time / 1e9;
        if (progress > STANDSTILL * Math.max(rate.messages, flow.messages) * seconds
                || bytes > STANDSTILL * Math.max(rate.bytes, flow.bytes) * seconds) {
            endStandstill(now, time, bytes);
            count(time, progress, bytes);
            return;
        }
        still += time;
        stillDone.add(progress, bytes);
        if (still >= PAUSE_EVERY) {
            countStandstill();
        }
    }

    /** All that waited is done: there may have been nothing to do for a while, so that this is a lower bound. */
    private void onPartlyBusy(long time, double progress, double bytes) {
        double seen = bytes * 1e9 / time;
        double part = 1 - Math.exp(-(double) time / WINDOW);
        flow.add(part * (progress * 1e9 / time - flow.messages), part * (seen - flow.bytes));
        if (isKnown() && seen > rate.bytes) {
            count(time, progress, bytes);
        }
    }

    private void endStandstill(long now, long time, double bytes) {
        double missed = Math.max(rate.messages, flow.messages) * still / 1e9;
        double usual = Math.max(rate.bytes, flow.bytes) * (still + time) / 1e9;
        if (still > PAUSE && missed > PAUSE_MESSAGES && bytes < LARGE * usual && now - pausedAt >= PAUSE_EVERY) {
            pausedAt = now;
            still = 0;
            stillDone.clear();
        } else {
            countStandstill();
        }
    }

    private void countStandstill() {
        count(still, stillDone.messages, stillDone.bytes);
        still = 0;
        stillDone.clear();
    }

    private void count(long time, double messages, double bytes) {
        busy += time;
        done.add(messages, bytes);
        boolean few = isKnown() && done.messages < WINDOW_MESSAGES && busy < LONGEST_WINDOW;
        if (busy < WINDOW || few) {
            return;
        }
        double seen = done.bytes * 1e9 / busy;
        double weight = 1 - Math.pow(1 - WEIGHT, (double) busy / WINDOW);
        boolean off = seen < LESS * rate.bytes || seen > MORE * rate.bytes;
        // two windows in a row that are far off are news, not noise
        double part = !isKnown() || (off && wasOff) ? 1 : weight;
        rate.add(part * (done.messages * 1e9 / busy - rate.messages), part * (seen - rate.bytes));
        wasOff = off;
        busy = 0;
        done.clear();
    }
}
