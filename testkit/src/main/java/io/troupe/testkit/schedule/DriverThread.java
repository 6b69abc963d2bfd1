// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The thread in which a run happens, and what other threads have left for it. Any thread, but for what says otherwise. */
final class DriverThread {
    private final Queue<Runnable> handedOver = new ConcurrentLinkedQueue<>();
    private volatile Thread thread = Thread.currentThread();
    private final AtomicReference<@Nullable Intrusion> first = new AtomicReference<>();

    /** How many events had happened when the first thing that another thread has left was done; -1: none was. Of the driver. */
    private long takenAt = -1;

    private volatile boolean finished;

    /** The first thing that another thread has done: which thread, and to whom. */
    record Intrusion(String thread, String target) {}

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

    /** From another thread: to be done to somebody between two events. */
    void handOver(Object target, Runnable step) {
        if (!finished && first.get() == null) {
            first.compareAndSet(null, new Intrusion(Thread.currentThread().getName(), target.toString()));
        }
        handedOver.add(step);
    }

    /** The run is over: what other threads do from now on changes nothing that counts. */
    void finish() {
        finished = true;
    }

    /** Does what other threads have left, after so many events; for the driver. Returns whether there was anything. */
    boolean takeOver(long events) {
        Runnable step = handedOver.poll();
        if (step == null) {
            return false;
        }
        takenAt = takenAt < 0 ? events : takenAt;
        for (; step != null; step = handedOver.poll()) {
            step.run();
        }
        return true;
    }

    /** How much waits to be done. */
    int waiting() {
        return handedOver.size();
    }

    /** How many events had happened when what another thread has left was done first; -1: nothing was. For the driver. */
    long takenAt() {
        return takenAt;
    }

    /** What another thread has done first; null if none has taken part. */
    @Nullable
    Intrusion intrusion() {
        return first.get();
    }
}
