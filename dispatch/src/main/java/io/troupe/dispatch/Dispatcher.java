// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.BalanceStats;
import java.time.Duration;
import java.util.List;

/**
 * Runs actors on threads: each has its turns one at a time, whenever there is something for it to do. Made by {@link
 * Dispatchers}, and given to a system of actors or to some of its actors. All methods may be called by any thread.
 */
public interface Dispatcher extends AutoCloseable {
    /** For messages and thread names. */
    String name();

    /** Number of worker threads; 1 where the dispatcher has none of its own. */
    int workers();

    /** Whether a turn may block its thread without harm to others: true only on virtual threads. */
    boolean mayBlock();

    /** One entry per worker; empty where there are none. Racy. */
    List<WorkerStats> stats();

    /** What the balancer has done; all zero where there is none. Racy. */
    default BalanceStats balance() {
        return BalanceStats.NONE;
    }

    /**
     * Stops the threads after their current turns. What is still ready does not run: actors that wait for a turn end, and so
     * does every one that gets something to do later. Their callers are told.
     *
     * @param deadline how long to wait for running turns; after that their threads are interrupted
     * @return whether all threads ended in time
     */
    boolean close(Duration deadline);

    /** Closes with a deadline of five seconds. */
    @Override
    default void close() {
        close(Duration.ofSeconds(5));
    }
}
