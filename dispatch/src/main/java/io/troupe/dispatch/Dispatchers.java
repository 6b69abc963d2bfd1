// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.thread.DaemonThreads;
import io.troupe.dispatch.thread.VirtualThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The dispatchers to choose from. Each one owns its threads until it is closed; all threads are daemons. */
public final class Dispatchers {
    private Dispatchers() {}

    /**
     * Each cell stays on one worker: least cache misses, no balancing.
     *
     * @param workers number of threads, 1 to 1024
     */
    public static Dispatcher dedicated(int workers) {
        return dedicated(WorkerConfig.of("dedicated", workers));
    }

    /** {@link #dedicated(int)} with all settings. */
    public static Dispatcher dedicated(WorkerConfig config) {
        return WorkerGroup.start(config, new HomePolicy());
    }

    /**
     * Cells have a home worker; idle workers take over from a backlog. A good default.
     *
     * @param workers number of threads, 1 to 1024
     */
    public static Dispatcher workStealing(int workers) {
        return workStealing(WorkerConfig.of("stealing", workers));
    }

    /** {@link #workStealing(int)} with all settings. */
    public static Dispatcher workStealing(WorkerConfig config) {
        return WorkerGroup.start(config, new AffinityPolicy());
    }

    /**
     * Starts with one worker and measures what actors do and who talks to whom; adds workers under load, moves actors to
     * even it out and to bring together those that talk much, and gives workers up again. With the usual settings.
     *
     * @param maxWorkers most threads, 1 to 1024
     */
    public static Dispatcher adaptive(int maxWorkers) {
        return adaptive(WorkerConfig.of("adaptive", maxWorkers), BalanceConfig.defaults());
    }

    /**
     * {@link #adaptive(int)} with all settings.
     *
     * @param config of the workers; their number is the most there will be
     * @param balance when to do what
     */
    public static Dispatcher adaptive(WorkerConfig config, BalanceConfig balance) {
        // one worker leaves nothing to decide, and nothing to measure
        return config.workers() == 1 ? dedicated(config) : AdaptiveDispatcher.start(config, balance);
    }

    /**
     * A fixed thread pool: no affinity at all, the baseline of the experiments.
     *
     * @param threads number of threads, at least 1
     */
    public static Dispatcher threadPool(int threads) {
        return threadPool("pool", threads);
    }

    /**
     * {@link #threadPool(int)} with a prefix for the thread names.
     *
     * @param name prefix
     * @param threads number of threads, at least 1
     */
    public static Dispatcher threadPool(String name, int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException(
                    "threads must be at least 1: threads=" + threads + ", dispatcher=" + name);
        }
        DaemonThreads factory = new DaemonThreads(name + "-pool-");
        ExecutorService pool = Executors.newFixedThreadPool(threads, factory);
        return new ExecutorDispatcher(name, pool, threads, factory);
    }

    /**
     * Turns are tasks of the caller's executor.
     *
     * @param executor not shut down by the dispatcher; must run its tasks elsewhere, not inside {@code execute}
     */
    public static Dispatcher executor(Executor executor) {
        return executor("executor", executor);
    }

    /**
     * {@link #executor(Executor)} with a name.
     *
     * @param name for messages
     * @param executor not shut down by the dispatcher; must run its tasks elsewhere, not inside {@code execute}
     */
    public static Dispatcher executor(String name, Executor executor) {
        return new ExecutorDispatcher(name, executor);
    }

    /**
     * Every turn on a virtual thread: an actor may block there.
     *
     * @throws UnsupportedOperationException before Java 21
     */
    public static Dispatcher virtualThreads() {
        return virtualThreads("virtual");
    }

    /**
     * {@link #virtualThreads()} with a prefix for the thread names.
     *
     * @param name prefix
     * @throws UnsupportedOperationException before Java 21
     */
    public static Dispatcher virtualThreads(String name) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new ExecutorDispatcher(name, VirtualThreads.perTaskExecutor(name + "-"), processors);
    }

    /** No threads: the caller runs the turns in the order in which cells became ready. */
    public static ManualDispatcher manual() {
        return ManualDispatcher.inOrder();
    }

    /**
     * No threads: the caller runs the turns, the seed decides whose.
     *
     * @param seed the same seed gives the same run
     */
    public static ManualDispatcher manual(long seed) {
        return ManualDispatcher.seeded(seed);
    }
}
