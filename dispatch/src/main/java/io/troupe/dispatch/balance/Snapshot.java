// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.List;

/**
 * All that a decision rests on.
 *
 * @param nanos when, on any monotonic clock
 * @param cold whether code may not be compiled yet, so that loads look too high
 * @param workers all that there may be, running or not
 * @param cells the known ones that did something lately
 * @param edges between these cells
 * @param <C> what is placed
 */
public record Snapshot<C>(
        long nanos, boolean cold, List<WorkerLoad> workers, List<CellLoad<C>> cells, List<Edge> edges) {
    int running() {
        int running = 0;
        for (WorkerLoad worker : workers) {
            if (worker.running()) {
                running++;
            }
        }
        return running;
    }

    /** Work of all workers, in workers. */
    double busy() {
        double busy = 0;
        for (WorkerLoad worker : workers) {
            busy += worker.busy();
        }
        return busy;
    }
}
