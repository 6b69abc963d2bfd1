// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock for tests: time stands still until the test moves it, and timeouts run on the thread that moves it. Other
 * threads may read, schedule and cancel meanwhile; a second thread that moves time waits for the first. It starts at 0
 * nanoseconds, which is 1970-01-01T00:00Z. Several wheels may share it; equal deadlines on different wheels run in
 * order of creation of the wheels.
 */
public final class ManualClock extends Clock {
    private final List<Attached> wheels = new CopyOnWriteArrayList<>();
    private final ReentrantLock moving = new ReentrantLock();

    /** Counts what may change the earliest timeout. */
    private final AtomicLong changes = new AtomicLong();

    /** The earliest timeout of all wheels, after so many changes. */
    private volatile Earliest known = new Earliest(-1, TimerWheel.NEVER);

    /** Written under moving; read by any thread. */
    private volatile long nanos;

    private record Earliest(long changes, long time) {}

    /** Creates a clock that stands at 0. */
    public ManualClock() {}

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long millis() {
        return nanos / 1_000_000;
    }

    @Override
    WheelDriver drive(TimerWheel wheel, String threadName) {
        return attach(wheel, null);
    }

    /** The wheel of a clock that is read off this one; null: of this one. */
    WheelDriver attach(TimerWheel wheel, @Nullable SkewedClock own) {
        Attached attached = new Attached(wheel, own);
        wheels.add(attached);
        onChanged();
        return attached;
    }

    /** Lets the wheels of a clock that is read off this one never expire again. */
    void detach(SkewedClock own) {
        wheels.removeIf(attached -> attached.own == own);
        onChanged();
    }

    /** The earliest timeout may be another one, or come at another time of this clock. */
    void onChanged() {
        changes.incrementAndGet();
    }

    /**
     * Makes the clock of one machine among several that share this clock: it differs from this one and is moved by it.
     * Timeouts of all their wheels run in the order of this clock.
     *
     * @param offset what it shows more than this clock now; negative: less
     * @param drift what it gains per unit of time of this clock, see {@link SkewedClock#drift(double)}
     * @return a new clock
     * @throws IllegalArgumentException if the drift is out of range
     */
    public SkewedClock skewed(Duration offset, double drift) {
        return new SkewedClock(this, offset.toNanos(), drift);
    }

    /**
     * Moves time forward and runs, on the calling thread, everything that falls due on the way, in order of deadline,
     * equal deadlines in order of scheduling. While a task runs, {@link #nanos()} is its deadline; timeouts it schedules
     * run too if they fall inside the span. A task may itself move time; time then never goes back to the outer end.
     * Does not return if a task schedules itself with delay 0 for ever.
     *
     * @param by how far, 0 or more; 0 runs what is due now
     * @throws IllegalArgumentException if negative, or if time would pass 2^63 nanoseconds (292 years)
     */
    public void advance(Duration by) {
        checkSpan(by, "by");
        moving.lock();
        try {
            runTo(end(by, "by"));
        } finally {
            moving.unlock();
        }
    }

    /**
     * Moves time to the earliest deadline and runs everything due by then, like {@link #advance}.
     *
     * @return false if there was no timeout; time does not move then
     */
    public boolean advanceToNext() {
        moving.lock();
        try {
            return advanceToNext(TimerWheel.NEVER);
        } finally {
            moving.unlock();
        }
    }

    /**
     * Moves time to the earliest deadline and runs everything due by then, like {@link #advance}, if that deadline is near.
     *
     * @param within how far time may move, 0 or more
     * @return false if there was no timeout within the span; time does not move then
     * @throws IllegalArgumentException if negative, or if time would pass 2^63 nanoseconds (292 years)
     */
    public boolean advanceToNext(Duration within) {
        checkSpan(within, "within");
        moving.lock();
        try {
            return advanceToNext(end(within, "within"));
        } finally {
            moving.unlock();
        }
    }

    private boolean advanceToNext(long limit) {
        long next = runFirst(limit);
        if (next == TimerWheel.NEVER) {
            return false;
        }
        runTo(next);
        return true;
    }

    /**
     * The number of timeouts that wait on the wheels of this clock. Any thread.
     *
     * @return the sum of their {@link TimerWheel#pending}, 0 or more
     */
    public int pending() {
        tidy();
        int sum = 0;
        for (Attached attached : wheels) {
            sum += attached.wheel.pending();
        }
        return sum;
    }

    /**
     * How far the earliest timeout is away, at least: where many wait for about the same time it may be a little further. It may
     * be one that nobody waits for any more, unless {@link #pending} has just taken these out. Any thread; changes nothing.
     *
     * @return nanoseconds, 0 or more; -1 if there is none
     */
    public long untilNext() {
        long next = earliest();
        return next == TimerWheel.NEVER ? -1 : Math.max(0, next - nanos);
    }

    /** A lower bound. The wheels are asked only after a change, for they are many where nodes are simulated. */
    private long earliest() {
        long now = changes.get();
        Earliest last = known;
        if (last.changes != now) {
            long next = TimerWheel.NEVER;
            for (Attached wheel : wheels) {
                next = Math.min(next, wheel.earliest());
            }
            last = new Earliest(now, next);
            known = last;
        }
        return last.time;
    }

    private void tidy() {
        for (Attached attached : wheels) {
            attached.wheel.tidy();
        }
    }

    private void runTo(long end) {
        long ran;
        do {
            ran = runFirst(end);
        } while (ran != TimerWheel.NEVER);
        reach(end);
    }

    /** Runs the first timeout until then; returns its time, or never if there is none. */
    private long runFirst(long end) {
        tidy();
        if (earliest() > end) {
            return TimerWheel.NEVER; // for most steps, without asking all wheels once more
        }
        Attached first = null;
        long earliest = TimerWheel.NEVER;
        for (Attached wheel : wheels) {
            long deadline = wheel.nextDeadline(end);
            if (deadline < earliest) {
                first = wheel;
                earliest = deadline;
            }
        }
        if (first != null) {
            reach(earliest);
            first.expireFirst(earliest); // runs nothing if another thread has just cancelled it
        }
        return earliest;
    }

    private void reach(long time) {
        if (time > nanos) {
            nanos = time;
        }
    }

    private static void checkSpan(Duration span, String name) {
        if (span.isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative: " + name + "=" + span);
        }
    }

    private long end(Duration span, String name) {
        try {
            return Math.addExact(nanos, span.toNanos());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "time must stay below 2^63 nanoseconds: " + name + "=" + span + ", nanos=" + nanos, e);
        }
    }

    /** The tie between this clock and one wheel; there is no thread to wake. */
    private final class Attached implements WheelDriver {
        private final TimerWheel wheel;

        /** The clock of the wheel if it is not the one around. */
        private final @Nullable SkewedClock own;

        Attached(TimerWheel wheel, @Nullable SkewedClock own) {
            this.wheel = wheel;
            this.own = own;
        }

        /** The earliest deadline in time of the clock around if it is not after the limit, else never. */
        long nextDeadline(long limit) {
            long deadline = wheel.nextDeadline(own == null ? limit : own.shownAt(limit));
            return own == null || deadline == TimerWheel.NEVER ? deadline : own.reaches(deadline);
        }

        /** A lower bound of the earliest deadline in time of the clock around, or never. */
        long earliest() {
            long deadline = wheel.earliest();
            return own == null || deadline == TimerWheel.NEVER ? deadline : own.reaches(deadline);
        }

        /** Runs the first timeout, unless it is after the limit in time of the clock around. */
        void expireFirst(long limit) {
            wheel.expireFirst(own == null ? limit : own.shownAt(limit));
        }

        @Override
        public void onEarlier() {
            // The wheel is asked at the next advance.
        }

        @Override
        public void onChanged() {
            ManualClock.this.onChanged();
        }

        @Override
        public void close() {
            wheels.remove(this);
            ManualClock.this.onChanged();
        }
    }
}
