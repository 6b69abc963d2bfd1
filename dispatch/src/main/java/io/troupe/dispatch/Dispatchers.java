// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.thread.DaemonThreads;
import io.troupe.dispatch.thread.VirtualThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Makes dispatchers, which decide which thread runs an actor. Start with {@link #workStealing(int)}. A dispatcher owns its
 * threads until it is closed; all of them are daemons.
 */
public final class Dispatchers {
    private Dispatchers() {}

    /**
     * Each actor stays on one worker for good: fewest cache misses, no balancing. For loads that are even, or placed by hand.
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
     * Each actor has a home worker; idle workers take over what waits at busy ones. A good default.
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
     * Starts with one worker and measures what actors do and who talks to whom. It adds workers under load, moves actors to
     * even the load out and to bring those together that talk much, and gives workers up again. With the usual settings.
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
     * A fixed thread pool without affinity: any thread runs any actor. The baseline of the experiments.
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
     * Runs each turn of an actor as a task of the caller's executor, for applications that bring their own threads.
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
     * Runs each turn on a virtual thread, where an actor may block.
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

    /** Has no threads: a test runs the turns, in the order in which actors became ready. */
    public static ManualDispatcher manual() {
        return ManualDispatcher.inOrder();
    }

    /**
     * Has no threads: a test runs the turns, and the seed decides whose comes next.
     *
     * @param seed the same seed gives the same run
     */
    public static ManualDispatcher manual(long seed) {
        return ManualDispatcher.seeded(seed);
    }
}
