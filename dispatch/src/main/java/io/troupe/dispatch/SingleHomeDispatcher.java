// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.WorkerMonitor;
import java.util.List;

/** A dispatcher without workers of its own: it is the home of all its cells, and there is nowhere to move them. */
abstract class SingleHomeDispatcher implements CellDispatcher, CellHome {
    private final String name;
    private final Monitors monitors = new Monitors();
    private volatile boolean closed;

    SingleHomeDispatcher(String name) {
        this.name = name;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String toString() {
        return "Dispatcher[" + name() + "]";
    }

    @Override
    public CellHome home() {
        return this;
    }

    @Override
    public final CellHome home(int worker) {
        return home();
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
    public final void monitor(WorkerMonitor monitor) {
        monitors.add(monitor);
    }

    @Override
    public final void forget(WorkerMonitor monitor) {
        monitors.remove(monitor);
    }

    /** Whether turns are over. */
    final boolean isClosed() {
        return closed;
    }

    /** From now on what becomes ready is abandoned; {@link #tellClosed} must follow. */
    final void markClosed() {
        closed = true;
    }

    /**
     * Tells the monitors.
     *
     * @param ended whether no turn can run any more
     */
    final void tellClosed(boolean ended) {
        monitors.onClosed(this, ended, Monitors.closedError(name));
    }

    /** Ends a cell that nobody will run. Only for who holds it. */
    final void abandon(Cell cell, Throwable cause) {
        try {
            cell.abandon(cause);
        } catch (Throwable e) { // the next one must be told, too
            turnFailed(cell, e);
        }
    }

    /** Ends a cell that became ready too late. Only for who holds it. */
    final void abandon(Cell cell) {
        abandon(cell, Monitors.closedError(name));
    }

    /** After a turn on somebody else's thread: the interrupt flag is as it was before, whatever the turn has set. */
    static void restoreInterrupt(boolean before) {
        Thread.interrupted();
        if (before) {
            Thread.currentThread().interrupt();
        }
    }

    final void turnFailed(Cell cell, Throwable failure) {
        monitors.onTurnFailed(cell, failure);
    }
}
