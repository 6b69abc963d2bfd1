// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;

/** The thread of a worker. */
final class WorkerThread extends CellThread {
    private final Worker worker;

    /**
     * Not started.
     *
     * @param worker whose thread it is
     * @param life what it runs
     */
    WorkerThread(Worker worker, Runnable life, String name) {
        super(life, name);
        this.worker = worker;
    }

    @Override
    protected void onContended(Cell cell, long everyNanos) {
        worker.contended(cell, everyNanos);
    }

    Worker worker() {
        return worker;
    }
}
