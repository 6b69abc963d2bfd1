// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/**
 * Whether the other side of a link is alive: how long it may be silent follows from how long it is used to be. Any byte counts as
 * a sign of life; somebody pings when the link is idle. Time in which this process itself stood still (garbage collection,
 * a stopped process) does not count. One thread, that of the link, which also runs the timer.
 */
public final class HeartbeatMonitor {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final long LEAST_TIMEOUT = 3 * SECOND;
    private static final long MOST_TIMEOUT = 60 * SECOND;
    private static final double DEVIATIONS = 8;
    private static final long DEAD = 3;
    private static final long CHECK = SECOND;
    /** Shorter gaps belong to the flow of data and tell nothing about silence. */
    private static final long GAP = 100 * MILLI;

    private static final double GAIN = 0.1;

    /** What is known of the other side. */
    public enum State {
        /** It has been heard lately. */
        ALIVE,
        /** It is silent for longer than usual: do not rely on it. */
        SUSPECT,
        /** It is silent for three times as long: close the link. */
        DEAD
    }

    private long heardAt;
    /** When the timer should come; later means that this process stood still. */
    private long checkAt;

    private double mean = SECOND;
    private double variance;

    /** A link that has just been opened. */
    public HeartbeatMonitor(long now) {
        heardAt = now;
        checkAt = now + CHECK;
    }

    /** Bytes have come. */
    public void heard(long now) {
        forgiveOwnPause(now);
        long gap = now - heardAt;
        if (gap >= GAP) {
            double off = gap - mean;
            mean += GAIN * off;
            variance = (1 - GAIN) * (variance + GAIN * off * off);
        }
        heardAt = Math.max(heardAt, now);
    }

    /** To be called at {@link #nextCheckAt}, or more often. */
    public State state(long now) {
        forgiveOwnPause(now);
        long silent = now - heardAt;
        long timeout = timeout();
        long deadline = silent < timeout ? timeout : DEAD * timeout;
        checkAt = now + Math.max(MILLI, Math.min(CHECK, deadline - silent));
        if (silent < timeout) {
            return State.ALIVE;
        }
        return silent < DEAD * timeout ? State.SUSPECT : State.DEAD;
    }

    /** When {@link #state} is to be asked next: in a second at most. */
    public long nextCheckAt() {
        return checkAt;
    }

    /** Nanoseconds of silence after which the other side is suspect: 3 to 60 s. */
    public long timeout() {
        double usual = mean + DEVIATIONS * Math.sqrt(variance);
        return Math.max(LEAST_TIMEOUT, (long) Math.min(MOST_TIMEOUT, usual));
    }

    private void forgiveOwnPause(long now) {
        long late = now - checkAt;
        if (late > 0) {
            // never into the future, should something have been heard in between
            heardAt = Math.min(now, heardAt + late);
            checkAt = now;
        }
    }
}
