// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.dispatch.timer.SkewedClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How the closing of a system waits. Where the dispatcher has threads the closing thread blocks. Where it has none the
 * closing thread runs its turns, and moves a clock that only moves by hand, so that no real time passes; it pauses only if
 * other threads have something to do. For the thread that closes.
 */
final class ClosingWait {
    private static final int MOST_STEPS = 10_000_000;

    /** So many turns while time stands still are those of actors that never come to rest. */
    private static final int MOST_STEPS_TO_REST = 100_000;

    private static final long PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_SPAN = TimeUnit.DAYS.toNanos(36_500);
    private static final Duration AT_LEAST = Duration.ofMillis(1);

    private final @Nullable CellHome driven;
    private final Clock clock;

    /** Moved by hand; null: time passes by itself. */
    private final @Nullable ManualClock manual;

    private final BooleanSupplier threadsWork;

    /**
     * For one system.
     *
     * @param driven whose turns are to be run; null: there are threads that run them
     * @param clock of the system
     * @param threadsWork whether some thread may have something to do for an actor of the system
     */
    ClosingWait(@Nullable CellHome driven, Clock clock, BooleanSupplier threadsWork) {
        this.driven = driven;
        this.clock = clock;
        this.manual = driven == null ? null : movedByHand(clock);
        this.threadsWork = threadsWork;
    }

    private static @Nullable ManualClock movedByHand(Clock clock) {
        if (clock instanceof SkewedClock skewed) {
            return skewed.shared();
        }
        return clock instanceof ManualClock shared ? shared : null;
    }

    /** The time by which closing is limited: that of the system if it moves by hand, else real time. */
    long nanos() {
        return manual == null ? System.nanoTime() : clock.nanos();
    }

    /** What is left until then, at least a millisecond. */
    Duration left(long end) {
        Duration left = Duration.ofNanos(end - nanos());
        return left.compareTo(AT_LEAST) < 0 ? AT_LEAST : left;
    }

    /**
     * Waits until a promise has settled.
     *
     * @param byActors whether nothing but turns of actors can settle it
     * @throws TimeoutException if nothing is left that could settle it
     * @throws RuntimeException its failure, or that it has not settled in time
     */
    void await(Promise<?> done, long end, boolean byActors) throws TimeoutException {
        if (isDriven() && !drive(done::isSettled, end, byActors)) {
            throw new TimeoutException("what was to run has run, and this has not settled: promise=" + done);
        }
        done.await(left(end));
    }

    /** Whether there are turns that only run here. */
    boolean isDriven() {
        return driven != null;
    }

    /**
     * Runs turns, and lets time pass when there are none, until the condition holds. Not in a turn.
     *
     * @param byActors whether nothing but turns of actors can bring it about
     * @return whether it holds
     */
    boolean drive(BooleanSupplier condition, long end, boolean byActors) {
        CellHome home = CellThread.currentCell() == null ? driven : null;
        int steps = 0;
        long pauses = 0;
        while (!condition.getAsBoolean()) {
            if (home == null || nanos() - end > 0) {
                return false;
            }
            if (home.drive()) {
                if (++steps == MOST_STEPS) {
                    throw new IllegalStateException("the actors must come to rest: turnsWithoutTimePassing=" + steps);
                }
                continue;
            }
            boolean othersWork = threadsWork.getAsBoolean();
            if (!othersWork && manual != null && manual.advanceToNext(span(end - nanos()))) {
                steps = 0;
            } else if ((byActors && !othersWork) || pauses * PAUSE_NANOS > end - nanos()) {
                return false;
            } else {
                pauses++; // in real time: only another thread can bring it about
                LockSupport.parkNanos(condition, PAUSE_NANOS);
            }
        }
        return true;
    }

    /**
     * Waits until there is nothing to do: runs the turns there are before it asks, and lets time pass only if it must.
     *
     * @param atRest whether all are idle
     * @param end when it stops waiting; it also does if nothing is left that could bring it about
     */
    void awaitRest(BooleanSupplier atRest, long end) {
        CellHome home = CellThread.currentCell() == null ? driven : null;
        int steps = 0;
        while (nanos() - end < 0 && steps < MOST_STEPS_TO_REST) {
            if (home != null && home.drive()) {
                steps++;
                continue;
            }
            steps = 0;
            if (atRest.getAsBoolean()) {
                return;
            }
            boolean othersWork = home == null || threadsWork.getAsBoolean();
            if (!othersWork && (manual == null || !manual.advanceToNext(span(end - nanos())))) {
                return;
            }
            if (othersWork) {
                LockSupport.parkNanos(atRest, PAUSE_NANOS);
            }
        }
    }

    private static Duration span(long nanos) {
        return Duration.ofNanos(Math.max(0, Math.min(LONGEST_SPAN, nanos)));
    }
}
