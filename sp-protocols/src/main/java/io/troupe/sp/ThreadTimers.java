// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SocketTimers;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Timers of one daemon thread. What is asked of them after the end is never run: who asks has lost a race with its closing. */
final class ThreadTimers implements SocketTimers {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadTimers.class);

    private final ScheduledThreadPoolExecutor executor;

    ThreadTimers() {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "sp-timers");
            thread.setDaemon(true);
            return thread;
        });
        executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Timeout after(long delayNanos, Runnable task) {
        ScheduledFuture<?> scheduled = executor.schedule(() -> run(task), delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("a timer's task failed", e);
        }
    }

    void close() {
        executor.shutdownNow();
    }
}
