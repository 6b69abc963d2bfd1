// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Waits in real time for what other threads do. */
final class ThreadedProgress implements Progress {
    static final Duration STANDARD_LIMIT = Duration.ofSeconds(5);
    static final ThreadedProgress OF_NO_SYSTEM = new ThreadedProgress(null);

    /** What the first round has woken runs before the second one ends. */
    private static final int ROUNDS = 2;

    private final @Nullable Dispatcher dispatcher;

    ThreadedProgress(@Nullable Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Override
    public Duration standardLimit() {
        return STANDARD_LIMIT;
    }

    @Override
    public boolean until(BooleanSupplier condition, Duration limit) {
        TimeLimits.check(limit);
        return Await.holds(limit, condition);
    }

    @Override
    public boolean until(BooleanSupplier condition, Duration limit, ChangeMonitor changes) {
        TimeLimits.check(limit);
        return changes.await(condition, limit);
    }

    @Override
    public boolean untilSettled(Promise<?> promise, Duration limit) {
        TimeLimits.check(limit);
        if (promise.isSettled() || limit.isZero()) {
            return promise.isSettled();
        }
        try {
            PromiseResults.await(promise, limit);
            return true;
        } catch (CallTimeoutException e) {
            return promise.isSettled();
        }
    }

    @Override
    public void settle() {
        if (dispatcher == null) {
            return;
        }
        for (int round = 0; round < ROUNDS; round++) {
            if (!RoundTrip.through(dispatcher, STANDARD_LIMIT)) {
                throw new AssertionError(
                        "workers must come to the end of their turns: limit=" + STANDARD_LIMIT + ", " + this);
            }
        }
    }

    @Override
    public String toString() {
        return "dispatcher=" + (dispatcher == null ? "unknown" : dispatcher.name()) + ", time=real";
    }
}
