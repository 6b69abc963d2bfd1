// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.torture;

import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.thread.VirtualThreads;
import java.time.Duration;

/** The dispatchers, the adaptive one so restless that it moves actors all the time. */
public enum Hosts {
    DEDICATED,
    STEALING,
    ADAPTIVE,
    POOL,
    VIRTUAL;

    private static final int WORKERS = 3;

    /** A running dispatcher, for the caller to close. */
    public Dispatcher open() {
        return switch (this) {
            case DEDICATED -> Dispatchers.dedicated(WORKERS);
            case STEALING -> Dispatchers.workStealing(WORKERS);
            case ADAPTIVE ->
                Dispatchers.adaptive(
                        WorkerConfig.of("torture", WORKERS),
                        BalanceConfig.defaults()
                                .window(Duration.ofMillis(2))
                                .patience(Duration.ofMillis(10), 0)
                                .moves(0.001, 100_000, Duration.ZERO));
            case POOL -> Dispatchers.threadPool(WORKERS);
            case VIRTUAL -> Dispatchers.virtualThreads();
        };
    }

    /** Virtual threads need Java 21. */
    public boolean areAvailable() {
        return this != VIRTUAL || VirtualThreads.areAvailable();
    }
}
