// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The thread in which a run happens, and what other threads have left for it. Any thread, but for what says otherwise. */
final class DriverThread {
    private final Queue<Runnable> handedOver = new ConcurrentLinkedQueue<>();
    private volatile Thread thread = Thread.currentThread();
    private volatile boolean foreign;

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    boolean is(Thread other) {
        return thread == other;
    }

    /** The calling thread drives the run from now on. */
    void enter() {
        Thread entering = Thread.currentThread();
        if (thread != entering) {
            thread = entering;
        }
    }

    /** From another thread: to be done between two events. */
    void handOver(Runnable step) {
        handedOver.add(step);
        foreign = true;
    }

    /** Does what other threads have left; for the driver. Returns whether there was anything. */
    boolean takeOver() {
        Runnable step = handedOver.poll();
        if (step == null) {
            return false;
        }
        for (; step != null; step = handedOver.poll()) {
            step.run();
        }
        return true;
    }

    /** How much waits to be done. */
    int waiting() {
        return handedOver.size();
    }

    /** Whether another thread has taken part. */
    boolean hasForeign() {
        return foreign;
    }
}
