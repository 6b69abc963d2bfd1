// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import io.troupe.dispatch.balance.BalanceConfig;
import java.util.Locale;

/** The dispatchers that the command line offers. */
public enum DispatcherKind {
    /** Each actor stays on one thread. */
    DEDICATED,
    /** Actors have a home thread; idle threads take over from a backlog. */
    STEALING,
    /** A fixed pool of threads without affinity. */
    POOL,
    /** A virtual thread per turn, from Java 21 on. */
    VIRTUAL,
    /** Starts with one thread; adds more, and moves actors between them, as the load demands. */
    ADAPTIVE;

    /**
     * Starts the threads.
     *
     * @param name prefix of the thread names
     * @param workers number of threads; virtual threads are as many as it takes
     * @throws UnsupportedOperationException for virtual threads before Java 21
     */
    public Dispatcher open(String name, int workers) {
        WorkerConfig config = WorkerConfig.of(name, workers);
        return switch (this) {
            case DEDICATED -> Dispatchers.dedicated(config);
            case STEALING -> Dispatchers.workStealing(config);
            case POOL -> Dispatchers.threadPool(name, workers);
            case VIRTUAL -> Dispatchers.virtualThreads(name);
            case ADAPTIVE -> Dispatchers.adaptive(config, BalanceConfig.defaults());
        };
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
