// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.thread.DaemonThreads;
import io.troupe.dispatch.thread.VirtualThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Makes dispatchers, which decide which thread runs an actor. Start with {@link #workStealing(int)}; measure before you
 * choose another one. A dispatcher owns its threads, all of them daemons, until it is closed; the threads of an executor
 * given by the caller stay the caller's.
 */
public final class Dispatchers {
    private Dispatchers() {}

    /**
     * Starts a dispatcher under which each actor stays on one worker for good: fewest cache misses, no balancing. For
     * loads that are even, or placed by hand.
     *
     * @param workers number of threads, 1 to 1024
     * @return a running dispatcher called {@code dedicated}; the caller closes it
     * @throws IllegalArgumentException if the number is out of range
     */
    public static Dispatcher dedicated(int workers) {
        return dedicated(WorkerConfig.of("dedicated", workers));
    }

    /**
     * Starts a dispatcher as {@link #dedicated(int)} does, with all settings. A stuck worker is reported; the actors
     * behind it wait, as their home is fixed.
     *
     * @param config name, number of workers and limits of their turns
     * @return a running dispatcher; the caller closes it
     */
    public static Dispatcher dedicated(WorkerConfig config) {
        return WorkerGroup.start(config, new HomePolicy());
    }

    /**
     * Starts a dispatcher under which each actor has a home worker, and idle workers take over actors that wait at busy
     * ones. A good default.
     *
     * @param workers number of threads, 1 to 1024
     * @return a running dispatcher called {@code stealing}; the caller closes it
     * @throws IllegalArgumentException if the number is out of range
     */
    public static Dispatcher workStealing(int workers) {
        return workStealing(WorkerConfig.of("stealing", workers));
    }

    /**
     * Starts a dispatcher as {@link #workStealing(int)} does, with all settings.
     *
     * @param config name, number of workers and limits of their turns
     * @return a running dispatcher; the caller closes it
     */
    public static Dispatcher workStealing(WorkerConfig config) {
        return WorkerGroup.start(config, new AffinityPolicy());
    }

    /**
     * Starts a dispatcher that begins with one worker and measures what actors do and who talks to whom. It adds workers
     * under load, moves actors to even the load out and to bring those together that talk much, and gives workers up
     * again. With the usual settings.
     *
     * @param maxWorkers most threads, 1 to 1024; with 1 nothing is measured
     * @return a running dispatcher called {@code adaptive}; the caller closes it
     * @throws IllegalArgumentException if the number is out of range
     */
    public static Dispatcher adaptive(int maxWorkers) {
        return adaptive(WorkerConfig.of("adaptive", maxWorkers), BalanceConfig.defaults());
    }

    /**
     * Starts a dispatcher as {@link #adaptive(int)} does, with all settings.
     *
     * @param config of the workers; their number is the most there will be
     * @param balance when workers start and stop, and when actors move; not used if there is one worker at most
     * @return a running dispatcher; the caller closes it
     */
    public static Dispatcher adaptive(WorkerConfig config, BalanceConfig balance) {
        // one worker leaves nothing to decide, and nothing to measure
        return config.workers() == 1 ? dedicated(config) : AdaptiveDispatcher.start(config, balance);
    }

    /**
     * Makes a dispatcher over a fixed thread pool without affinity: any thread runs any actor. The baseline of the
     * experiments.
     *
     * @param threads number of threads, at least 1
     * @return a dispatcher called {@code pool}, whose threads start when they are needed; the caller closes it
     * @throws IllegalArgumentException if there are no threads
     */
    public static Dispatcher threadPool(int threads) {
        return threadPool("pool", threads);
    }

    /**
     * Makes a dispatcher as {@link #threadPool(int)} does, with a name.
     *
     * @param name of the dispatcher and prefix of its thread names; {@code -pool-} and a number follow
     * @param threads number of threads, at least 1
     * @return a dispatcher whose threads start when they are needed; the caller closes it
     * @throws IllegalArgumentException if there are no threads
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
     * Makes a dispatcher that runs each turn of an actor as a task of the caller's executor, for applications that bring
     * their own threads. A refused task is offered again for up to 30 seconds; then its actor ends. When an {@code
     * ExecutorService} has ended, all actors on it end.
     *
     * @param executor not shut down by the dispatcher; must run its tasks elsewhere, not inside {@code execute}
     * @return a dispatcher called {@code executor}; to close it leaves the executor running
     */
    public static Dispatcher executor(Executor executor) {
        return executor("executor", executor);
    }

    /**
     * Makes a dispatcher as {@link #executor(Executor)} does, with a name.
     *
     * @param name of the dispatcher, for messages
     * @param executor not shut down by the dispatcher; must run its tasks elsewhere, not inside {@code execute}
     * @return a dispatcher; to close it leaves the executor running
     */
    public static Dispatcher executor(String name, Executor executor) {
        return new ExecutorDispatcher(name, executor);
    }

    /**
     * Makes a dispatcher that runs each turn on a virtual thread, where an actor may block.
     *
     * @return a dispatcher called {@code virtual}; the caller closes it
     * @throws UnsupportedOperationException before Java 21
     */
    public static Dispatcher virtualThreads() {
        return virtualThreads("virtual");
    }

    /**
     * Makes a dispatcher as {@link #virtualThreads()} does, with a name.
     *
     * @param name of the dispatcher and prefix of its thread names; a dash and a number follow
     * @return a dispatcher; the caller closes it
     * @throws UnsupportedOperationException before Java 21
     */
    public static Dispatcher virtualThreads(String name) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new ExecutorDispatcher(name, VirtualThreads.perTaskExecutor(name + "-"), processors);
    }

    /**
     * Makes a dispatcher without threads: a test runs the turns, in the order in which actors became ready.
     *
     * @return a dispatcher called {@code manual}, driven by the calling thread
     */
    public static ManualDispatcher manual() {
        return ManualDispatcher.inOrder();
    }

    /**
     * Makes a dispatcher without threads: a test runs the turns, and the seed decides whose turn comes next.
     *
     * @param seed any number; the same seed gives the same run
     * @return a dispatcher whose name ends with the seed, driven by the calling thread
     */
    public static ManualDispatcher manual(long seed) {
        return ManualDispatcher.seeded(seed);
    }
}
