// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.BalanceStats;
import io.troupe.dispatch.balance.Placement;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import java.time.Duration;
import java.util.List;

/**
 * Runs cells on threads. Gives every new cell a home and runs its turns, one at a time, whenever it is ready. All
 * methods may be called by any thread.
 */
public interface Dispatcher extends AutoCloseable {
    /** For messages and thread names. */
    String name();

    /** A home for a new cell, by the dispatcher's choice. */
    CellHome home();

    /**
     * A home on a certain worker.
     *
     * @param worker index from 0; taken modulo the number of workers, so that a hash will do
     */
    CellHome home(int worker);

    /**
     * A home for a new cell that meets the user's demands, as far as this dispatcher can.
     *
     * @param placement what is demanded
     */
    default CellHome home(Placement placement) {
        if (placement.isPinned()) {
            return home(placement.worker());
        }
        String key = placement.together();
        return key == null ? home() : home(key.hashCode());
    }

    /**
     * Keeps to the user's demands from now on; only the adaptive dispatcher moves cells in order to. Before the cell's
     * first message.
     *
     * @param cell of this dispatcher, whose home is from {@link #home(Placement)}
     * @param placement what is demanded
     */
    default void keep(Cell cell, Placement placement) {}

    /** Number of worker threads; 1 where the dispatcher has none of its own. */
    int workers();

    /**
     * Moves a cell to another worker; no effect where there are no workers. Safe at any time.
     *
     * @param cell of this dispatcher
     * @param worker index from 0
     * @throws IllegalArgumentException if there is no such worker
     */
    void migrate(Cell cell, int worker);

    /** Whether a turn may block its thread without harm to others: true only on virtual threads. */
    boolean mayBlock();

    /** One entry per worker; empty where there are none. Racy. */
    List<WorkerStats> stats();

    /** What the balancer has done; all zero where there is none. Racy. */
    default BalanceStats balance() {
        return BalanceStats.NONE;
    }

    /**
     * Adds somebody who is told about stuck workers, failed turns and the end. No effect if it is there already.
     *
     * @param monitor called on the watchdog's or a worker's thread; must be quick
     */
    void monitor(WorkerMonitor monitor);

    /**
     * Tells it nothing any more. No effect if it is not there.
     *
     * @param monitor given to {@link #monitor}
     */
    void forget(WorkerMonitor monitor);

    /**
     * Stops the threads after their current turns. Cells that are still ready are not run: they are abandoned
     * ({@link Cell#abandon}), and so is every cell that becomes ready later. Then the monitors are told.
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
