// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.BlockingPool;
import io.troupe.core.message.PlainText;
import io.troupe.core.promise.Promise;
import io.troupe.core.stats.BlockingStats;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The pools for blocking work of one system, by name. Any thread. */
final class HelperPools {
    /** On a thread of a pool: what that pool belongs to. */
    private static final ThreadLocal<HelperPools> OWNER = new ThreadLocal<>();

    private final Map<String, HelperPool> pools = new LinkedHashMap<>(); // never changed afterwards

    /**
     * Pools with these bounds.
     *
     * @param executor runs the work of all of them instead, within its own bounds; null: own threads
     */
    HelperPools(String system, List<BlockingPool> bounds, @Nullable Executor executor) {
        for (BlockingPool pool : bounds) {
            pools.put(
                    pool.name(),
                    executor == null
                            ? HelperPool.of(system, pool, this::owned)
                            : HelperPool.over(executor, pool.name()));
        }
    }

    /** What a thread of a pool does, so that {@link #isOwnThread} knows it. */
    private Runnable owned(Runnable task) {
        return () -> {
            OWNER.set(this);
            task.run();
        };
    }

    /** Whether the calling thread is one of those that {@link #close} waits for. */
    boolean isOwnThread() {
        return OWNER.get() == this;
    }

    /**
     * Runs work in a pool.
     *
     * @throws IllegalArgumentException if there is no such pool
     */
    <T> Promise<T> run(String name, Callable<? extends T> work) {
        HelperPool pool = pools.get(name);
        if (pool == null) {
            throw new IllegalArgumentException("a blocking pool must be one of the system's: pool=" + PlainText.of(name)
                    + ", pools=" + pools.keySet() + "; add SystemBuilder.blocking(\"" + PlainText.of(name)
                    + "\", threads, queue)");
        }
        return pool.run(work);
    }

    /** Runs a task in the first pool that takes it; returns whether one does. */
    boolean tryExecute(Runnable task) {
        return pools.values().stream().anyMatch(pool -> pool.tryExecute(task));
    }

    /** Whether work waits or is being done. */
    boolean isBusy() {
        return pools.values().stream().anyMatch(HelperPool::isBusy);
    }

    List<BlockingStats> stats() {
        return pools.values().stream().map(HelperPool::stats).toList();
    }

    /** Ends all within one deadline; returns whether they ended in time. */
    boolean close(Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        pools.values().forEach(HelperPool::refuse);
        boolean inTime = true;
        for (HelperPool pool : pools.values()) {
            inTime &= pool.close(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        }
        return inTime;
    }
}
