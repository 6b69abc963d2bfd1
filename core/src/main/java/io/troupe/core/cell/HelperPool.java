// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.BlockingPool;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.stats.BlockingStats;
import io.troupe.dispatch.thread.DaemonThreads;
import io.troupe.dispatch.thread.VirtualThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The threads for work that blocks: a bounded number of named threads (virtual ones where there are), a bounded queue. */
final class HelperPool {
    private static final Duration LAST_CHANCE = Duration.ofMillis(100);

    private final Executor executor;
    private final @Nullable ThreadPoolExecutor pool;
    private final @Nullable DaemonThreads daemons;
    private final String name;
    private final int threads;
    private final int queue;

    /** Accepted, begun and ended pieces of work, and those for which there was no room. */
    private final LongAdder accepted = new LongAdder();

    private final LongAdder begun = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder rejected = new LongAdder();

    private HelperPool(
            String name,
            Executor executor,
            @Nullable ThreadPoolExecutor pool,
            @Nullable DaemonThreads daemons,
            int threads,
            int queue) {
        this.name = name;
        this.executor = executor;
        this.pool = pool;
        this.daemons = daemons;
        this.threads = threads;
        this.queue = queue;
    }

    /**
     * With threads of its own.
     *
     * @param owned what a thread is to do, instead of its own task
     */
    static HelperPool of(String system, BlockingPool bounds, UnaryOperator<Runnable> owned) {
        int threads = bounds.threads();
        int queue = bounds.queue();
        String own = bounds.name().equals(BlockingPool.DEFAULT) ? "" : bounds.name() + "-";
        String prefix = system + "-blocking-" + own;
        DaemonThreads daemons = new DaemonThreads(prefix);
        ThreadFactory threadsOfPool = VirtualThreads.areAvailable() ? VirtualThreads.factory(prefix) : daemons;
        ThreadFactory factory = task -> threadsOfPool.newThread(owned.apply(task));
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queue), factory);
        pool.allowCoreThreadTimeOut(true);
        return new HelperPool(bounds.name(), pool, pool, daemons, threads, queue);
    }

    /** Over an executor of somebody else's. */
    static HelperPool over(Executor executor, String name) {
        return new HelperPool(name, executor, null, null, 0, 0);
    }

    <T> Promise<T> run(Callable<? extends T> work) {
        Piece<T> piece = new Piece<>(this, work, new CompletablePromise<>());
        accepted.increment();
        try {
            executor.execute(piece);
        } catch (RejectedExecutionException e) {
            accepted.decrement();
            rejected.increment();
            piece.result.fail(new RejectedExecutionException(
                    "blocking work must not pile up: pool=" + name + ", threads=" + threads + ", queue=" + queue
                            + "; give the pool more room or ask it for less",
                    e));
        } catch (Throwable e) {
            accepted.decrement();
            throw e;
        }
        return piece.result;
    }

    /** Runs a task on a helper thread, unless that is refused. */
    boolean tryExecute(Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Whether work waits or is being done. */
    boolean isBusy() {
        long done = ended.sum(); // first, so that none is missed
        return accepted.sum() > done;
    }

    /** Counters first of what happens last, so that no difference is negative. */
    BlockingStats stats() {
        long done = ended.sum();
        long started = begun.sum();
        long taken = accepted.sum();
        return new BlockingStats(
                name,
                threads,
                (int) Math.max(0, started - done),
                queue,
                (int) Math.max(0, taken - started),
                done,
                rejected.sum());
    }

    /** Takes no more work. */
    void refuse() {
        if (pool != null) {
            pool.shutdown();
        }
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
        for (Runnable waiting : left) {
            if (waiting instanceof Piece<?> piece) {
                piece.pool.accepted.decrement();
                piece.result.fail(
                        new RejectedExecutionException("the system has closed before the blocking work began"));
            } else {
                waiting.run(); // the last tasks of an actor
            }
        }
    }

    private record Piece<T>(HelperPool pool, Callable<? extends T> work, CompletablePromise<T> result)
            implements Runnable {
        @Override
        public void run() {
            pool.begun.increment();
            try {
                call();
            } finally {
                pool.ended.increment();
            }
        }

        private void call() {
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
