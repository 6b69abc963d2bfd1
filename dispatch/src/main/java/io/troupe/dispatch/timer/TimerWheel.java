// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A timer that runs tasks after a delay, for very many timeouts most of which are cancelled. Any thread schedules and
 * cancels, in O(1) under a short lock; tasks run outside the lock, one at a time, on the thread of the clock, and must be
 * tiny: post a message and return. Never early; on the system clock up to about one tick (1.05 ms) late, plus what the
 * machine adds. Tasks run in order of deadline, equal deadlines in order of scheduling. Its creator closes it.
 *
 * <p>Source: hierarchical timing wheels, Varghese and Lauck 1987; see {@code WheelSlots}. Known cost: when time reaches a
 * wide slot its timeouts move down a level under the lock, each at most seven times in its life.
 */
public final class TimerWheel implements AutoCloseable {
    /** No wake-up needed, no deadline in range. */
    static final long NEVER = Long.MAX_VALUE;

    /** No lower bound is known. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    /** The thread of the clock is awake and will look for what is due before it parks. */
    private static final long AWAKE = Long.MIN_VALUE;

    private static final long MAX_DELAY_NANOS = TimeUnit.DAYS.toNanos(36_525);

    private final Clock clock;
    private final Consumer<Throwable> onFailure;
    private final WheelDriver driver;
    private final long start;
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by lock. */
    private final WheelSlots slots = new WheelSlots();

    /** Guarded by lock: when the thread of the clock wakes up by itself; nanoseconds since start, or a constant. */
    private long wakeUp = NEVER;

    /** What {@link #earliest} has said, until the timeouts change. Written under lock; only manual clocks ask. */
    private volatile long earliest = UNKNOWN;

    /** The earliest deadline as {@link #nextDeadline} has found it, until the timeouts change. Written under lock. */
    private volatile long found = UNKNOWN;

    /** Guarded by lock. */
    private boolean closed;

    /** Set once, before the first timeout; run by a manual clock. */
    private volatile Runnable tidy = () -> {};

    /**
     * Creates an empty wheel. Starts no thread: the system clock starts one with the first timeout.
     *
     * @param clock what time is, and who runs the tasks
     * @param threadName the name of the timer thread
     * @param onFailure receives what a task throws, on the thread that ran it; what it throws itself is ignored
     */
    public TimerWheel(Clock clock, String threadName, Consumer<Throwable> onFailure) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.onFailure = Objects.requireNonNull(onFailure, "onFailure");
        this.start = clock.nanos();
        this.driver = clock.drive(this, Objects.requireNonNull(threadName, "threadName"));
    }

    /**
     * Runs the task once after the delay, unless cancelled. Any thread. Never runs it on the calling thread before
     * returning: with delay 0 it runs as soon as the timer thread gets to it, or at the next advance of a manual clock.
     * After {@link #close} it never runs, as if it had been scheduled before and cancelled by that.
     *
     * @param delayNanos nanoseconds from now, 0 or more; above 100 years it counts as 100 years
     * @param task what to run; what it throws goes to the failure handler and stops nothing else
     * @return the handle to cancel it; not pending if this wheel is closed
     * @throws IllegalArgumentException if the delay is negative
     */
    public Timeout schedule(long delayNanos, Runnable task) {
        if (delayNanos < 0) {
            throw new IllegalArgumentException("delayNanos must not be negative: delayNanos=" + delayNanos);
        }
        Objects.requireNonNull(task, "task");
        long now = clock.nanos() - start;
        long deadline = now + Math.min(delayNanos, MAX_DELAY_NANOS);
        TimerEntry entry = new TimerEntry(this, deadline < 0 ? NEVER - 1 : deadline, task);
        if (add(entry, now, delayNanos == 0 ? now : endOf(entry.deadline >> WheelSlots.TICK_SHIFT))) {
            wake(entry);
        }
        return entry;
    }

    /**
     * Registers a task that brings this wheel's timeouts up to date, for an owner that leaves obsolete ones in place. A
     * manual clock, on which each timeout is a step of a test, runs it before it looks for the next timeout; the system
     * clock never does. To be called once, before the first timeout.
     *
     * @param task cancels obsolete timeouts, schedules missing ones; must not move time
     */
    public void keptTidyBy(Runnable task) {
        tidy = Objects.requireNonNull(task, "task");
    }

    /**
     * How many timeouts wait. Any thread.
     *
     * @return the number of timeouts neither begun nor cancelled, 0 or more
     */
    public int pending() {
        lock.lock();
        try {
            return slots.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Cancels all timeouts, runs none that comes later and ends the timer thread. On the system clock it waits up to 5 s
     * for a task that is running, unless called by that task. Any thread; calls after the first are allowed.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            slots.clear();
            changed();
        } finally {
            lock.unlock();
        }
        driver.close();
    }

    /** Runs what is due by the clock. Returns the nanoseconds until there may be more, or {@link #NEVER}. */
    long expire() {
        while (true) {
            long now = clock.nanos() - start;
            Runnable task;
            lock.lock();
            try {
                task = takeFirst(now);
                wakeUp = task == null ? endOf(slots.nextTick()) : AWAKE;
                if (task == null) {
                    return wakeUp == NEVER ? NEVER : wakeUp - now;
                }
            } finally {
                lock.unlock();
            }
            run(task);
        }
    }

    /** Before a manual clock looks at the timeouts. */
    void tidy() {
        tidy.run();
    }

    /** The exact earliest deadline as a time of the clock if it is not after the limit, else {@link #NEVER}. */
    long nextDeadline(long limit) {
        long known = found;
        if (known == UNKNOWN && earliest() <= limit) {
            known = find(limit);
        }
        return known == UNKNOWN || known > limit ? NEVER : known;
    }

    private long find(long limit) {
        lock.lock();
        try {
            TimerEntry first = slots.first(sinceStart(limit));
            long next = first == null ? UNKNOWN : first.deadline + start;
            if (next == UNKNOWN || next != earliest) {
                changed(); // it may have moved timeouts to narrower slots
            }
            if (next != UNKNOWN) {
                earliest = next;
                found = next;
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** A lower bound of the earliest deadline as a time of the clock, or {@link #NEVER}. */
    long earliest() {
        long known = earliest;
        if (known != UNKNOWN) {
            return known;
        }
        lock.lock();
        try {
            long sinceStart = slots.earliest();
            earliest = sinceStart < 0 ? NEVER : sinceStart + start;
            return earliest;
        } finally {
            lock.unlock();
        }
    }

    /** The timeouts have changed. Under lock. */
    private void changed() {
        if (earliest != UNKNOWN) {
            earliest = UNKNOWN;
            found = UNKNOWN;
            driver.onChanged();
        }
    }

    /** Runs the one timeout that is first, if it is not after the limit, a time of the clock. */
    void expireFirst(long limit) {
        Runnable task;
        lock.lock();
        try {
            task = takeFirst(sinceStart(limit));
        } finally {
            lock.unlock();
        }
        if (task != null) {
            run(task);
        }
    }

    /** A clock that is behind may have begun below 0. */
    private long sinceStart(long time) {
        return start < 0 && time > NEVER + start ? NEVER : time - start;
    }

    boolean cancel(TimerEntry entry) {
        lock.lock();
        try {
            boolean linked = entry.slot != TimerEntry.UNLINKED;
            if (linked) {
                slots.remove(entry);
                changed();
            }
            return linked;
        } finally {
            lock.unlock();
        }
    }

    boolean isPending(TimerEntry entry) {
        lock.lock();
        try {
            return entry.slot != TimerEntry.UNLINKED;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the driver must be told. A wake-up planned for a timeout cancelled since stays planned. */
    private boolean add(TimerEntry entry, long now, long wanted) {
        lock.lock();
        try {
            if (closed) {
                entry.task = null;
                return false;
            }
            slots.add(entry, now);
            changed();
            boolean earlier = wanted < wakeUp;
            if (earlier) {
                wakeUp = wanted;
            }
            return earlier;
        } finally {
            lock.unlock();
        }
    }

    /** Tells the driver; if it cannot start its thread, the timeout is withdrawn and the next one tries again. */
    private void wake(TimerEntry entry) {
        boolean told = false;
        try {
            driver.onEarlier();
            told = true;
        } finally {
            if (!told) {
                withdraw(entry);
            }
        }
    }

    private void withdraw(TimerEntry entry) {
        lock.lock();
        try {
            cancel(entry);
            wakeUp = NEVER;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Runnable takeFirst(long limit) {
        TimerEntry first = slots.first(limit);
        changed();
        if (first == null) {
            return null;
        }
        Runnable task = first.task;
        slots.remove(first);
        return task;
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            report(failure);
        }
    }

    /** Hands a failure to the handler; throws nothing. */
    void report(Throwable failure) {
        try {
            onFailure.accept(failure);
        } catch (Throwable ignored) {
            // The handler is the last resort; the other timeouts must not suffer from it.
        }
    }

    /** When all deadlines of a tick have passed; {@link #NEVER} for -1 and for ticks beyond the range. */
    private static long endOf(long tick) {
        boolean inRange = tick >= 0 && tick < (NEVER >> WheelSlots.TICK_SHIFT);
        return inRange ? (tick + 1) << WheelSlots.TICK_SHIFT : NEVER;
    }
}
