// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

/**
 * The clock of one machine among several that share a {@link ManualClock}: it begins with an offset and runs a little fast
 * or slow. It stands still until the shared clock is moved, and timeouts of its wheels run when it reaches their
 * deadlines, in the order of the shared clock. {@link ManualClock#skewed} makes it. Any thread may read it.
 */
public final class SkewedClock extends Clock {
    private static final long BILLION = 1_000_000_000;
    private static final double SLOWEST = -0.5;
    private static final double FASTEST = 1;

    private final ManualClock shared;
    private volatile Rate rate;

    /** What it shows from a moment of the shared clock on. */
    private record Rate(long since, long shown, long gain) {
        /** What it shows at a later time of the shared clock, never less than at an earlier one. */
        long at(long time) {
            long passed = time - since;
            if (gain == 0) {
                return added(shown, passed); // most clocks differ only in where they began
            }
            long gained = passed / BILLION * gain + Math.floorDiv(passed % BILLION * gain, BILLION);
            return added(added(shown, passed), gained);
        }

        /** The first time of the shared clock at which it shows at least this. */
        long reaches(long value) {
            long ahead = value - shown;
            if (ahead <= 0) {
                return since;
            }
            if (gain == 0) {
                return added(since, ahead);
            }
            long speed = BILLION + gain;
            if (ahead / speed > (TimerWheel.NEVER - since) / BILLION - 2) {
                return TimerWheel.NEVER; // beyond the end of time
            }
            long time = since + ahead / speed * BILLION + ahead % speed * BILLION / speed;
            while (at(time) < value) { // what was rounded off, one or two nanoseconds
                time++;
            }
            return time;
        }

        private static long added(long time, long span) {
            long sum = time + span;
            return span > 0 && sum < time ? TimerWheel.NEVER : sum;
        }
    }

    SkewedClock(ManualClock shared, long offset, double drift) {
        this.shared = shared;
        long now = shared.nanos();
        this.rate = new Rate(now, now + offset, billionths(drift));
    }

    /** {@return the clock that moves this one} */
    public ManualClock shared() {
        return shared;
    }

    /** {@return what it gains per unit of time of the shared clock, as a multiple of 10^-9} */
    public double drift() {
        return (double) rate.gain / BILLION;
    }

    /**
     * Changes how fast it runs, from now on. It does not jump. Not while another thread moves the shared clock.
     *
     * @param drift what it gains per unit of time of the shared clock, rounded to a multiple of 10^-9; from -0.5 (half as
     *     fast) to 1 (twice as fast), 0: as fast as the shared one
     * @throws IllegalArgumentException if it is out of range
     */
    public void drift(double drift) {
        long now = shared.nanos();
        rate = new Rate(now, rate.at(now), billionths(drift));
        shared.onChanged();
    }

    /**
     * Forgets all timeouts that wait on it, as a machine does that crashes: those of the wheels made so far never expire, those
     * of later wheels do. Any thread.
     */
    public void forgetTimeouts() {
        shared.detach(this);
    }

    private static long billionths(double drift) {
        if (!(drift >= SLOWEST && drift <= FASTEST)) {
            throw new IllegalArgumentException("drift must be from -0.5 to 1: drift=" + drift);
        }
        return Math.round(drift * BILLION);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // each change makes a new one
    public long nanos() {
        while (true) {
            Rate before = rate;
            long shown = before.at(shared.nanos());
            if (rate == before) { // else it may have run on at a rate that had ended
                return shown;
            }
        }
    }

    @Override
    public long millis() {
        return Math.floorDiv(nanos(), 1_000_000L);
    }

    /** What it shows when the shared clock shows this, a time not before now. */
    long shownAt(long time) {
        return rate.at(time);
    }

    /** When the shared clock stands so that this one has reached a value: not before now. */
    long reaches(long value) {
        return Math.max(shared.nanos(), rate.reaches(value));
    }

    @Override
    WheelDriver drive(TimerWheel wheel, String threadName) {
        return shared.attach(wheel, this);
    }
}
