// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.BalanceStats;
import java.time.Duration;
import java.util.List;

/**
 * Runs actors on threads: each actor has its turns one at a time, whenever there is something for it to do. {@link
 * Dispatchers} makes them; a system of actors, or some of its actors, are given one. A system refuses implementations of
 * others. All methods may be called by any thread.
 */
public interface Dispatcher extends AutoCloseable {
    /** {@return the name, as in messages and in the names of threads} */
    String name();

    /**
     * The number of worker threads: of an adaptive dispatcher the most there may be, on virtual threads the number of
     * processors.
     *
     * @return 1 or more; 1 where the dispatcher has no threads of its own
     */
    int workers();

    /** {@return whether a turn may block its thread without harm to others: true on virtual threads only} */
    boolean mayBlock();

    /**
     * A racy snapshot of the workers' counters.
     *
     * @return one entry per worker, in order of index; empty where threads are not workers: thread pool, executor,
     *     virtual threads, manual
     */
    List<WorkerStats> stats();

    /** {@return the balancer's counters as a racy snapshot; {@link BalanceStats#NONE} where there is no balancer} */
    default BalanceStats balance() {
        return BalanceStats.NONE;
    }

    /**
     * Stops the threads after their current turns. All actors of this dispatcher end without another turn, and so does an
     * actor that is given to it later; their callers are told. Later calls only wait.
     *
     * @param deadline how long to wait for running turns; after that their threads are interrupted, with zero at once
     * @return whether all threads ended in time; true where the dispatcher owns none
     */
    boolean close(Duration deadline);

    /** Closes with a deadline of five seconds. */
    @Override
    default void close() {
        close(Duration.ofSeconds(5));
    }
}
