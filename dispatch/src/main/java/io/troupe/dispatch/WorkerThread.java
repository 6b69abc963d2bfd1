// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.CellThread;

/** The thread of a worker. */
final class WorkerThread extends CellThread {
    private final Worker worker;

    WorkerThread(Worker worker, String name) {
        super(worker, name);
        this.worker = worker;
    }

    Worker worker() {
        return worker;
    }
}
