// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A clock for tests: time stands still until the test moves it, and timeouts run on the thread that moves it. Other
 * threads may read, schedule and cancel meanwhile; a second thread that moves time waits for the first. It starts at 0
 * nanoseconds, which is 1970-01-01T00:00Z. Several wheels may share it; equal deadlines on different wheels run in
 * order of creation of the wheels.
 */
public final class ManualClock extends Clock {
    private final List<TimerWheel> wheels = new CopyOnWriteArrayList<>();
    private final ReentrantLock moving = new ReentrantLock();

    /** Written under moving; read by any thread. */
    private volatile long nanos;

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
        wheels.add(wheel);
        return new Attached(wheel);
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
        if (by.isNegative()) {
            throw new IllegalArgumentException("by must not be negative: by=" + by);
        }
        moving.lock();
        try {
            runTo(end(by));
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
            long next = TimerWheel.NEVER;
            for (TimerWheel wheel : wheels) {
                wheel.tidy();
                next = Math.min(next, wheel.nextDeadline(Long.MAX_VALUE));
            }
            if (next == TimerWheel.NEVER) {
                return false;
            }
            runTo(next);
            return true;
        } finally {
            moving.unlock();
        }
    }

    /**
     * The number of timeouts that wait on the wheels of this clock. Any thread.
     *
     * @return the sum of their {@link TimerWheel#pending}, 0 or more
     */
    public int pending() {
        int sum = 0;
        for (TimerWheel wheel : wheels) {
            wheel.tidy();
            sum += wheel.pending();
        }
        return sum;
    }

    private void runTo(long end) {
        while (runFirst(end)) {
            // until nothing is due
        }
        reach(end);
    }

    private boolean runFirst(long end) {
        TimerWheel first = null;
        long earliest = TimerWheel.NEVER;
        for (TimerWheel wheel : wheels) {
            wheel.tidy();
            long deadline = wheel.nextDeadline(end);
            if (deadline < earliest) {
                first = wheel;
                earliest = deadline;
            }
        }
        if (first == null) {
            return false;
        }
        reach(earliest);
        first.expireFirst(earliest); // runs nothing if another thread has just cancelled it
        return true;
    }

    private void reach(long time) {
        if (time > nanos) {
            nanos = time;
        }
    }

    private long end(Duration by) {
        try {
            return Math.addExact(nanos, by.toNanos());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "time must stay below 2^63 nanoseconds: by=" + by + ", nanos=" + nanos, e);
        }
    }

    /** The tie between this clock and one wheel; there is no thread to wake. */
    private final class Attached implements WheelDriver {
        private final TimerWheel wheel;

        Attached(TimerWheel wheel) {
            this.wheel = wheel;
        }

        @Override
        public void onEarlier() {
            // The wheel is asked at the next advance.
        }

        @Override
        public void close() {
            wheels.remove(wheel);
        }
    }
}
