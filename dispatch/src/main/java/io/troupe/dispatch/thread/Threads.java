// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.thread;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Waits for the end of threads. */
public final class Threads {
    private Threads() {}

    /**
     * Waits for all, interrupts the late ones and gives them a last short chance. Any thread.
     *
     * @param threads to be waited for; the calling one is left out
     * @param deadline how long to wait for all together; less than zero is as zero
     * @return whether all were in time
     */
    public static boolean join(List<Thread> threads, Duration deadline) {
        long end = System.nanoTime() + Math.max(0, TimeUnit.NANOSECONDS.convert(deadline));
        boolean inTime = true;
        boolean interrupted = false;
        for (Thread thread : threads) {
            if (thread == Thread.currentThread()) {
                continue;
            }
            try {
                if (!joinUntil(thread, end)) {
                    inTime = false;
                    thread.interrupt();
                    thread.join(100);
                }
            } catch (InterruptedException e) {
                interrupted = true;
                thread.interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return inTime && !interrupted;
    }

    private static boolean joinUntil(Thread thread, long end) throws InterruptedException {
        long millis = Math.max(1, (end - System.nanoTime()) / 1_000_000);
        thread.join(millis);
        return !thread.isAlive();
    }
}
