// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what happens on other threads. */
final class Await {
    static final Duration LIMIT = Duration.ofSeconds(20);

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("did not happen in time: " + what);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Threads are told to end before, and do so on their own time. */
    static void noThreads() {
        until("all threads have ended", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("sp-netty")));
    }
}
