// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.core.error.CallTimeout;
import io.troupe.dispatch.timer.Timeout;
import java.lang.StackWalker.StackFrame;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of one promise: a timer, and what the error will say. Cancelled when the promise settles first. Set on
 * the caller's thread, fires on the timer's.
 */
public final class Deadline extends Listener implements Runnable {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String OWN_CODE = "io.troupe.core.";

    private static final long NOT_STARTED = Long.MIN_VALUE;
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 4);

    private final DefaultPromise<?> promise;
    private final Lane lane;
    private final Duration limit;
    private final @Nullable StackFrame callSite;

    /** On the clock of the lane. */
    private final long end;

    /** Set after scheduling by the caller's thread; a promise that settles in between leaves the timer to fire idly. */
    private volatile @Nullable Timeout timer;

    /** When work on the call began, NOT_STARTED before that. Written in the target's turn. */
    private volatile long startedAt = NOT_STARTED;

    private Deadline(DefaultPromise<?> promise, Lane lane, Duration limit, @Nullable StackFrame callSite) {
        this.promise = promise;
        this.lane = lane;
        this.limit = limit;
        this.callSite = callSite;
        this.end = lane.nanos() + nanosOf(limit);
    }

    static void set(DefaultPromise<?> promise, Lane lane, Duration limit) {
        check(limit);
        if (!promise.isSettled()) {
            start(promise, lane, new Deadline(promise, lane, limit, callSite()));
        }
    }

    /**
     * Sets a deadline that came along with a call from another process. Any thread, before the call is put.
     *
     * @param promise the call
     * @param lane whose timers and clock are to be used
     * @param nanos time left, more than zero
     * @throws IllegalArgumentException if no time is left
     */
    public static void inherit(DefaultPromise<?> promise, Lane lane, long nanos) {
        Duration limit = Duration.ofNanos(nanos);
        check(limit);
        if (!promise.isSettled()) {
            start(promise, lane, new Deadline(promise, lane, limit, null));
        }
    }

    private static void start(DefaultPromise<?> promise, Lane lane, Deadline deadline) {
        promise.onDeadline(deadline);
        promise.listen(deadline);
        deadline.timer = lane.schedule(nanosOf(deadline.limit), deadline);
        if (promise.isSettled()) {
            deadline.stopTimer();
        }
    }

    static void check(Duration limit) {
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException("timeout must be more than zero: timeout=" + limit);
        }
    }

    /** A limit in nanoseconds; what is too long to be counted is cut to 73 years. */
    public static long nanosOf(Duration limit) {
        return limit.compareTo(LONGEST) < 0 ? limit.toNanos() : LONGEST.toNanos();
    }

    /**
     * Notes that work on the call begins, unless the time has passed though the timer has not fired yet: then the call
     * fails now. In the target's turn.
     *
     * @return whether the call is to be executed
     */
    public boolean begin() {
        long now = lane.nanos();
        if (end - now <= 0) {
            run();
            return false;
        }
        startedAt = now;
        return true;
    }

    /** How long the call has been running, or null if it has not begun. */
    public @Nullable Duration running() {
        long began = startedAt;
        return began == NOT_STARTED ? null : Duration.ofNanos(lane.nanos() - began);
    }

    @Override
    public void run() {
        if (!promise.isSettled() && promise.settle(Outcomes.failure(timeout()))) {
            promise.onAbandoned();
        }
    }

    private CallTimeout timeout() {
        return new CallTimeout("call must be answered within its deadline: deadline=" + limit + ", "
                + promise.whereabouts() + ", calledFrom=" + (callSite == null ? "another process" : callSite));
    }

    /** Time left, in nanoseconds; zero or less when it has passed. Any thread. */
    public long left() {
        return end - lane.nanos();
    }

    @Override
    @Nullable
    Listener onSettled(Object outcome) {
        stopTimer();
        return null;
    }

    @Override
    boolean hears() {
        return false;
    }

    private void stopTimer() {
        Timeout scheduled = timer;
        if (scheduled != null) {
            scheduled.cancel();
        }
    }

    /** The first frame outside of this library: about a microsecond, paid only by calls with a deadline. */
    private static @Nullable StackFrame callSite() {
        Optional<StackFrame> frame =
                WALKER.walk(frames -> frames.filter(at -> !at.getClassName().startsWith(OWN_CODE)
                                && !at.getClassName().contains("$$Troupe"))
                        .findFirst());
        return frame.orElse(null);
    }
}
