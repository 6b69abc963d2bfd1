// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what happens on other threads or in other processes. Any thread may wait. */
public final class Await {
    /** The limit of every wait: long, for busy machines. */
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final long STEP_NANOS = 1_000_000;

    private Await() {}

    /** Waits until a condition holds; it is asked again and again. */
    public static void until(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new AssertionError("it must happen in time: what=" + what + ", patience=" + PATIENCE);
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }
}
