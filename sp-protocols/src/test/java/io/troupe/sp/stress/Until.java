// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads bring about. */
final class Until {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private Until() {}

    /** Returns when it is true; fails when that does not come. */
    static void isTrue(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > LIMIT_NANOS) {
                throw new AssertionError("did not come: " + what);
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }
}
