// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

/**
 * A source of time that also runs the timeouts of its {@linkplain TimerWheel wheels}: {@link #system()} for programs,
 * {@link ManualClock} for tests, and {@link SkewedClock} for one machine of several in a simulation. Any thread may read
 * it.
 */
public abstract sealed class Clock permits SystemClock, ManualClock, SkewedClock {
    Clock() {}

    /**
     * Monotonic time in nanoseconds from an arbitrary origin: only differences mean something, compare them as
     * {@code a - b < 0}. Never goes back. Any thread.
     *
     * @return nanoseconds, possibly negative
     */
    public abstract long nanos();

    /**
     * Wall-clock time in milliseconds since 1970-01-01T00:00Z; may go back on the system clock. Any thread.
     *
     * @return milliseconds of the epoch
     */
    public abstract long millis();

    /**
     * Attaches a wheel to this clock; from then on its timeouts run when this clock reaches their deadlines. Called
     * once by the constructor of the wheel, starts no thread by itself.
     *
     * @param wheel the wheel to expire
     * @param threadName the name for the thread that runs the tasks, if this clock has one of its own
     * @return the port the wheel reports to, closed by the wheel
     */
    abstract WheelDriver drive(TimerWheel wheel, String threadName);

    /**
     * The clock of the machine. Each wheel on it has one daemon thread, started with its first timeout.
     *
     * @return always the same clock
     */
    public static Clock system() {
        return SystemClock.INSTANCE;
    }
}
