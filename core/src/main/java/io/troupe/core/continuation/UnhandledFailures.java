// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.error.CallCancelledException;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.TimerWheel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Failures of promises that nobody listened to when they failed. Each one waits for a second of the clock; if nobody has
 * looked at it by then, it is counted and reported. There is a timer only while something waits. Any thread adds; the
 * timer's thread judges, a limited number at a time.
 *
 * <p>Beyond a bound failures are not followed: they are neither accused nor kept, and the next report says how many.
 */
public final class UnhandledFailures {
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MOST_PER_RUN = 1_024;

    private final Clock clock;
    private final TimerWheel timers;
    private final int mostWaiting;
    private final Report report;
    private final Queue<Suspect> suspects = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger notFollowed = new AtomicInteger();
    private final LongAdder count = new LongAdder();

    /** Whether a timer runs. Who sets it starts the timer; who is run by the timer clears it. */
    private final AtomicBoolean scheduled = new AtomicBoolean();

    private volatile boolean closed;

    /** Hears of the failures that nobody has looked at. On the timer's thread, or on that which closes. */
    public interface Report {
        /**
         * A failure was ignored.
         *
         * @param where names its origin if it is no call
         * @param notFollowed how many others failed since the last report in too short a time to be followed
         */
        void unhandled(UnhandledFailure failure, Object where, int notFollowed);
    }

    /**
     * None so far.
     *
     * @param clock of the timers
     * @param mostWaiting how many failures are followed at a time
     * @param report told once per failure
     */
    public UnhandledFailures(Clock clock, TimerWheel timers, int mostWaiting, Report report) {
        this.clock = clock;
        this.timers = timers;
        this.mostWaiting = mostWaiting;
        this.report = report;
    }

    /**
     * Follows a failure.
     *
     * @param where names its origin if it is no call
     */
    public void add(UnhandledFailure failure, Object where) {
        if (closed || failure.cause() instanceof CallCancelledException) {
            return; // the user has asked for that: the system ends, or a promise was cancelled
        }
        if (waiting.incrementAndGet() > mostWaiting) {
            waiting.decrementAndGet();
            notFollowed.incrementAndGet();
            return;
        }
        suspects.add(new Suspect(failure, where, clock.nanos() + GRACE_NANOS));
        schedule(GRACE_NANOS);
    }

    private void schedule(long delay) {
        if (!closed && scheduled.compareAndSet(false, true)) {
            timers.schedule(delay, this::judgeDue);
        }
    }

    private void judgeDue() {
        scheduled.set(false);
        long now = clock.nanos();
        for (int i = 0; i < MOST_PER_RUN; i++) {
            Suspect next = suspects.peek();
            if (next == null) {
                return;
            }
            if (next.due - now > 0) {
                schedule(next.due - now);
                return;
            }
            if (suspects.remove(next)) {
                judge(next);
            }
        }
        schedule(PAUSE_NANOS); // others want the timer's thread, too
    }

    private void judge(Suspect suspect) {
        waiting.decrementAndGet();
        if (!suspect.failure.isSeen()) {
            count.increment();
            report.unhandled(suspect.failure, suspect.where, notFollowed.getAndSet(0));
        }
    }

    /** Calls that fail from now on fail because the system ends. Judges what failed before. */
    public void close() {
        closed = true;
        for (@Nullable Suspect next = suspects.poll(); next != null; next = suspects.poll()) {
            judge(next);
        }
    }

    /** Failures that nobody has looked at. */
    public long count() {
        return count.sum();
    }

    private record Suspect(UnhandledFailure failure, Object where, long due) {}
}
