// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A wait in real time for a condition that nothing announces: it looks often at first, later every five milliseconds, and
 * ends as soon as it sees the condition. With an actor system use {@link TestSystem#until} instead.
 *
 * <pre>{@code
 * Await.until("the port is free", Duration.ofSeconds(2), () -> isFree(port));
 * }</pre>
 */
public final class Await {
    private static final long FIRST_PAUSE_NANOS = 20_000;
    private static final long LONGEST_PAUSE_NANOS = 5_000_000;

    private Await() {}

    /**
     * Waits until the condition holds.
     *
     * @param limit of waiting, zero or more
     * @param condition quick and without effects; asked on the calling thread, once at least
     * @throws IllegalArgumentException if the limit is negative
     * @throws AssertionError if the condition does not hold in time, or the thread is interrupted
     */
    public static void until(Duration limit, BooleanSupplier condition) {
        until("the condition holds", limit, condition);
    }

    /**
     * Waits until the condition holds, with an error text that says what was awaited.
     *
     * @param what text that continues "until …"
     * @param limit of waiting, zero or more
     * @param condition quick and without effects; asked on the calling thread, once at least
     * @throws IllegalArgumentException if the limit is negative
     * @throws AssertionError if the condition does not hold in time, or the thread is interrupted
     */
    public static void until(String what, Duration limit, BooleanSupplier condition) {
        TimeLimits.check(limit);
        long start = System.nanoTime();
        if (!holds(limit, condition)) {
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            String how = Thread.currentThread().isInterrupted() ? ", the waiting thread was interrupted" : "";
            throw new AssertionError("waiting must end within its limit: until=" + what + ", limit=" + limit
                    + ", waited=" + waited + how);
        }
    }

    /** Returns whether the condition holds, as soon as it does or at the limit. An interrupt ends the wait. */
    static boolean holds(Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(limit);
        long pause = FIRST_PAUSE_NANOS;
        while (!condition.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return condition.getAsBoolean();
            }
            LockSupport.parkNanos(condition, Math.min(left, pause));
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
        return true;
    }
}
