// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Notices that somebody else's executor has ended. An executor that ends may throw tasks away ({@code shutdownNow}) and tells
 * nobody but who waits for its end, so a thread does that. It sleeps from the first cell to the end.
 */
final class ExecutorWatch implements Runnable {
    private final ExecutorService executor;
    private final Runnable ended;
    private final Thread thread;
    private boolean begun;

    private ExecutorWatch(String name, ExecutorService executor, Runnable ended) {
        this.executor = executor;
        this.ended = ended;
        this.thread = new Thread(null, this, name + "-executor-watch", 0, false);
        thread.setDaemon(true);
    }

    /**
     * A watch that has not begun.
     *
     * @param ended told once, on the watching thread
     * @return null if the executor has no end, or shows none
     */
    static @Nullable ExecutorWatch of(String name, Executor executor, Runnable ended) {
        boolean ends = executor instanceof ExecutorService && executor != ForkJoinPool.commonPool();
        return ends ? new ExecutorWatch(name, (ExecutorService) executor, ended) : null;
    }

    /** Begins to watch. Any thread; once, later calls do nothing. */
    void begin() {
        if (!begun) {
            beginOnce();
        }
    }

    private synchronized void beginOnce() {
        if (!begun) {
            begun = true;
            thread.start();
        }
    }

    /** Ends the watch, and its thread. Any thread. */
    synchronized void end() {
        begun = true;
        thread.interrupt();
    }

    @Override
    public void run() {
        try {
            if (executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
                ended.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the dispatcher was closed
        }
    }
}
