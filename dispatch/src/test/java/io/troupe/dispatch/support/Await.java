// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads do, until a generous deadline. */
public final class Await {
    private static final long DEADLINE_NANOS = 20_000_000_000L;

    private Await() {}

    /** Waits until the condition holds; fails with the description otherwise. */
    public static void until(String description, BooleanSupplier condition) {
        until(description, condition, () -> LockSupport.parkNanos(200_000));
    }

    /** The same, doing something between two looks. */
    public static void until(String description, BooleanSupplier condition, Runnable between) {
        long end = System.nanoTime() + DEADLINE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not in time: " + description);
            }
            between.run();
        }
    }

    /** Starts a thread for each task and waits for their end; fails with what a task has thrown. */
    public static void all(Runnable... tasks) {
        Team.of(tasks).join();
    }
}
