// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.promise.Promise;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a manual dispatcher on the calling thread, and time only when nothing is ready: from one deadline to the next,
 * never past the limit. So everything happens at its own time and before anything later.
 */
final class SteppedProgress implements Progress {
    private static final int MOST_STEPS = 10_000_000;
    private static final long PAUSE_NANOS = 100_000;

    private final ManualDispatcher dispatcher;

    /** Null: turns are run by hand but time passes by itself. */
    private final @Nullable ManualClock clock;

    SteppedProgress(ManualDispatcher dispatcher, @Nullable ManualClock clock) {
        this.dispatcher = dispatcher;
        this.clock = clock;
    }

    @Override
    public Duration standardLimit() {
        return clock == null ? ThreadedProgress.STANDARD_LIMIT : Duration.ZERO;
    }

    @Override
    public boolean until(BooleanSupplier condition, Duration limit) {
        TimeLimits.check(limit);
        return clock == null ? inRealTime(condition, limit) : inManualTime(clock, condition, limit);
    }

    @Override
    public boolean until(BooleanSupplier condition, Duration limit, ChangeMonitor changes) {
        return until(condition, limit); // nobody else would ring it
    }

    @Override
    public boolean untilSettled(Promise<?> promise, Duration limit) {
        return until(promise::isSettled, limit);
    }

    @Override
    public void settle() {
        if (clock == null) {
            dispatcher.runAll();
        } else {
            now(clock, () -> false);
        }
    }

    private boolean inManualTime(ManualClock time, BooleanSupplier condition, Duration limit) {
        if (now(time, condition)) {
            return true;
        }
        if (limit.isZero()) {
            return false;
        }
        try (TimeSpan span = new TimeSpan(time, limit)) {
            while (!span.isOver()) {
                span.toNextDeadline();
                if (now(time, condition)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Runs everything that is ready or due, until the condition holds or nothing is left. */
    private boolean now(ManualClock time, BooleanSupplier condition) {
        int steps = 0;
        boolean ran = true;
        while (ran) {
            ran = false;
            while (!condition.getAsBoolean()) {
                if (!dispatcher.runNext()) {
                    break;
                }
                ran = true;
                checkEnd(++steps);
            }
            if (condition.getAsBoolean()) {
                return true;
            }
            time.advance(Duration.ZERO);
            ran |= dispatcher.ready() > 0;
        }
        return condition.getAsBoolean();
    }

    private boolean inRealTime(BooleanSupplier condition, Duration limit) {
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(limit);
        while (!condition.getAsBoolean()) {
            if (!dispatcher.runNext()) {
                if (System.nanoTime() - end >= 0) {
                    return condition.getAsBoolean();
                }
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        return true;
    }

    private void checkEnd(int steps) {
        if (steps == MOST_STEPS) {
            throw new IllegalStateException(
                    "the actors must come to rest: turnsWithoutTimePassing=" + steps + ", " + this);
        }
    }

    @Override
    public String toString() {
        String state =
                "dispatcher=" + dispatcher.name() + ", steps=" + dispatcher.steps() + ", ready=" + dispatcher.ready();
        return clock == null
                ? state
                : state + ", time=" + Duration.ofNanos(clock.nanos()) + ", timers=" + clock.pending();
    }
}
