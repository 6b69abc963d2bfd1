// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Ready;
import java.util.List;

/** A dispatcher without workers of its own: it is the home of all its cells, and there is nowhere to move them. */
abstract class OnePlaceDispatcher implements Dispatcher, Ready {
    private final String name;
    private volatile WorkerMonitor monitor = WorkerMonitor.NONE;

    OnePlaceDispatcher(String name) {
        this.name = name;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Ready home() {
        return this;
    }

    @Override
    public final Ready home(int worker) {
        return this;
    }

    @Override
    public final void migrate(Cell cell, int worker) {
        // there is one place only
    }

    @Override
    public final List<WorkerStats> stats() {
        return List.of();
    }

    @Override
    public final void monitor(WorkerMonitor newMonitor) {
        monitor = new GuardedMonitor(newMonitor);
    }

    /** After a turn on somebody else's thread: the interrupt flag is as it was before, whatever the turn has set. */
    static void restoreInterrupt(boolean before) {
        Thread.interrupted();
        if (before) {
            Thread.currentThread().interrupt();
        }
    }

    final void turnFailed(Cell cell, Throwable failure) {
        monitor.onTurnFailed(cell, failure);
    }
}
