// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.progress;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Wakes those who wait for a change. Any thread; who changes something rings afterwards, holding no lock. */
public final class Bell {
    /** A bell at rest. */
    public Bell() {}

    /** Makes all waiting threads look again. */
    public synchronized void ring() {
        notifyAll();
    }

    /**
     * Waits until the condition holds.
     *
     * @param condition looked at first, after each ring and at the end, under the lock of the bell
     * @param limit of waiting, zero or more
     * @return whether the condition holds
     */
    public synchronized boolean await(BooleanSupplier condition, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000)); // less than 1 ms would spin
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return condition.getAsBoolean();
            }
        }
        return true;
    }
}
