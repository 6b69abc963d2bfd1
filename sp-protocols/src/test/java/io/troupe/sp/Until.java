// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits in tests, with a deadline. */
final class Until {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long STEP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private Until() {}

    /** Returns as soon as it is true; fails when it does not become true. */
    static void isTrue(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > LIMIT_NANOS) {
                throw new AssertionError("never came true: " + what);
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }
}
