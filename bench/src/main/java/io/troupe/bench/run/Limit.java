// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.run.plan.BenchException;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The time that one step may take. When it is over, the processes that the step started are ended. Used by one thread. */
final class Limit implements AutoCloseable {
    private static final double LEAST_SECONDS = 120;
    private static final double TIMES = 10;
    private static final double MILLIS = 1000;
    private static final long AGAIN_MILLIS = 500;

    private final ScheduledThreadPoolExecutor timer;
    private final double fixedSeconds;

    /**
     * For steps one after the other.
     *
     * @param fixedSeconds for each; 0: ten times what it should take, two minutes at least
     */
    Limit(double fixedSeconds) {
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
     * @return what the step gave
     * @throws BenchException if it took too long, whatever it gave; what else the step throws is passed on
     */
    <T> T run(double seconds, Callable<T> work) throws Exception {
        double limit = fixedSeconds > 0 ? fixedSeconds : Math.max(LEAST_SECONDS, TIMES * seconds);
        AtomicBoolean over = new AtomicBoolean();
        // Again and again: a step may start one process after the other.
        ScheduledFuture<?> alarm = timer.scheduleAtFixedRate(
                () -> {
                    over.set(true);
                    endChildren();
                },
                (long) (limit * MILLIS),
                AGAIN_MILLIS,
                TimeUnit.MILLISECONDS);
        try {
            T result = work.call();
            if (!over.get()) {
                return result;
            }
        } catch (BenchException e) {
            if (!over.get()) {
                throw e;
            }
        } finally {
            alarm.cancel(false);
        }
        throw BenchException.failed("must end within its limit and was stopped: limitSeconds=" + limit);
    }

    /** Ends all processes that this one started, and theirs. */
    static void endChildren() {
        ProcessHandle.current().descendants().toList().forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
