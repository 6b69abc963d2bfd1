// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.worker.DaemonThreads;
import io.troupe.dispatch.worker.VirtualThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The lane for work that blocks: a bounded number of named threads (virtual ones where there are), a bounded queue. */
final class HelperPool {
    private static final Duration LAST_CHANCE = Duration.ofMillis(100);

    private final Executor executor;
    private final @Nullable ThreadPoolExecutor pool;
    private final @Nullable DaemonThreads daemons;
    private final int threads;
    private final int queue;

    private HelperPool(
            Executor executor,
            @Nullable ThreadPoolExecutor pool,
            @Nullable DaemonThreads daemons,
            int threads,
            int queue) {
        this.executor = executor;
        this.pool = pool;
        this.daemons = daemons;
        this.threads = threads;
        this.queue = queue;
    }

    static HelperPool of(String system, int threads, int queue) {
        String prefix = system + "-blocking-";
        DaemonThreads daemons = new DaemonThreads(prefix);
        ThreadFactory factory = VirtualThreads.areAvailable() ? VirtualThreads.factory(prefix) : daemons;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queue), factory);
        pool.allowCoreThreadTimeOut(true);
        return new HelperPool(pool, pool, daemons, threads, queue);
    }

    /** Over an executor of somebody else's. */
    static HelperPool over(Executor executor) {
        return new HelperPool(executor, null, null, 0, 0);
    }

    <T> Promise<T> run(Callable<? extends T> work) {
        Piece<T> piece = new Piece<>(work, new CompletablePromise<>());
        try {
            executor.execute(piece);
        } catch (RejectedExecutionException e) {
            piece.result.fail(new RejectedExecutionException(
                    "blocking work must not pile up: threads=" + threads + ", queue=" + queue, e));
        }
        return piece.result;
    }

    boolean close(Duration deadline) {
        if (pool == null) {
            return true;
        }
        pool.shutdown();
        try {
            if (pool.awaitTermination(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                return daemons == null || daemons.join(deadline);
            }
            reject(pool.shutdownNow());
            boolean ended = pool.awaitTermination(LAST_CHANCE.toMillis(), TimeUnit.MILLISECONDS);
            return daemons == null ? ended : daemons.join(LAST_CHANCE) && ended;
        } catch (InterruptedException e) {
            reject(pool.shutdownNow());
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void reject(List<Runnable> left) {
        for (Runnable piece : left) {
            ((Piece<?>) piece)
                    .result.fail(
                            new RejectedExecutionException("the system has closed before the blocking work began"));
        }
    }

    private record Piece<T>(Callable<? extends T> work, CompletablePromise<T> result) implements Runnable {
        @Override
        public void run() {
            if (result.isSettled()) {
                return; // cancelled while it waited
            }
            try {
                result.complete(work.call());
            } catch (Throwable e) {
                result.fail(e);
            }
        }
    }
}
