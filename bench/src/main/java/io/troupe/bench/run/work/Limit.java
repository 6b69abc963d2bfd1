// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.work;

import io.troupe.bench.run.plan.BenchException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The time that one step may take. When it is over, the processes that the step started are ended. Used by one thread. */
public final class Limit implements AutoCloseable {
    private static final double LEAST_SECONDS = 120;
    private static final double TIMES = 10;
    private static final double MILLIS = 1000;

    private final ScheduledThreadPoolExecutor timer;
    private final double fixedSeconds;

    /** What a step does. */
    @FunctionalInterface
    public interface Work {
        /** Does it. */
        void run() throws Exception;
    }

    /**
     * For steps one after the other.
     *
     * @param fixedSeconds for each; 0: ten times what it should take, two minutes at least
     */
    public Limit(double fixedSeconds) {
        this.fixedSeconds = fixedSeconds;
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "bench-limit");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Does a step.
     *
     * @param seconds it should take
     * @throws BenchException if it took too long; whatever else the step throws is passed on if it did not
     */
    public void run(double seconds, Work work) throws Exception {
        double limit = fixedSeconds > 0 ? fixedSeconds : Math.max(LEAST_SECONDS, TIMES * seconds);
        AtomicBoolean over = new AtomicBoolean();
        var alarm = timer.schedule(
                () -> {
                    over.set(true);
                    endChildren();
                },
                (long) (limit * MILLIS),
                TimeUnit.MILLISECONDS);
        try {
            work.run();
        } catch (BenchException e) {
            if (!over.get()) {
                throw e;
            }
        } finally {
            alarm.cancel(false);
        }
        if (over.get()) {
            throw BenchException.failed("must end within its limit and was stopped: limitSeconds=" + limit);
        }
    }

    /** Ends all processes that this one started, and theirs. */
    public static void endChildren() {
        ProcessHandle.current().descendants().toList().forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
