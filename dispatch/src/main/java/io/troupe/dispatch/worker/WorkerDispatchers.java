// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.balance.BalanceConfig;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/** Makes the dispatchers of this package. */
public final class WorkerDispatchers {
    private WorkerDispatchers() {}

    /** Cells stay on their home worker. */
    public static Dispatcher dedicated(WorkerConfig config) {
        return WorkerGroup.start(config, new HomePolicy());
    }

    /** Cells wake on their home worker and may be taken from a backlog by idle ones. */
    public static Dispatcher workStealing(WorkerConfig config) {
        return WorkerGroup.start(config, new AffinityPolicy());
    }

    /** A balancer adds workers and moves cells as the load demands. */
    public static Dispatcher adaptive(WorkerConfig config, BalanceConfig balance) {
        // one worker leaves nothing to decide, and nothing to measure
        return config.workers() == 1 ? dedicated(config) : AdaptiveDispatcher.start(config, balance);
    }

    /** Turns are tasks of the given executor, which stays the caller's to shut down. */
    public static Dispatcher executor(String name, Executor executor) {
        return new ExecutorDispatcher(name, executor);
    }

    /**
     * Turns are tasks of the given pool, which is shut down with the dispatcher.
     *
     * @param threads made the threads of the pool
     */
    public static Dispatcher pool(String name, ThreadPoolExecutor pool, DaemonThreads threads) {
        return new ExecutorDispatcher(name, pool, pool.getMaximumPoolSize(), threads);
    }

    /** Turns are tasks of a fixed thread pool of its own. */
    public static Dispatcher threadPool(String name, int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException(
                    "threads must be at least 1: threads=" + threads + ", dispatcher=" + name);
        }
        DaemonThreads factory = new DaemonThreads(name + "-pool-");
        ExecutorService pool = Executors.newFixedThreadPool(threads, factory);
        return new ExecutorDispatcher(name, pool, threads, factory);
    }

    /** Each turn runs on a virtual thread of its own, and may block. */
    public static Dispatcher virtualThreads(String name) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new ExecutorDispatcher(name, VirtualThreads.perTaskExecutor(name + "-"), processors);
    }
}
