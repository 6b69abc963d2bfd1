// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Wakes threads that wait for a change. Any thread; the thread that changes something says so afterwards, holding no lock. */
final class ChangeMonitor {
    /** Nobody waits so far. */
    ChangeMonitor() {}

    /** Makes all waiting threads look again. */
    synchronized void changed() {
        notifyAll();
    }

    /**
     * Waits until the condition holds.
     *
     * @param condition looked at first, after each change and at the end, under the lock of this object
     * @param limit of waiting, zero or more
     * @return whether the condition holds
     */
    synchronized boolean await(BooleanSupplier condition, Duration limit) {
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(limit);
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
