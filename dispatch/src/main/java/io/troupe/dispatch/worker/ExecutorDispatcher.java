// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Ready;
import io.troupe.dispatch.cell.TurnLimits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Runs each turn as a task of an executor: thread pools (the baseline of the experiments) and virtual threads. */
final class ExecutorDispatcher implements Dispatcher, Ready {
    private final String name;
    private final Executor executor;
    private final int workers;
    private final boolean virtual;
    private final boolean owned;
    private final TurnLimits limits;
    private volatile WorkerMonitor monitor = WorkerMonitor.NONE;

    /**
     * Over an executor.
     *
     * @param owned whether to shut the executor down on close
     */
    ExecutorDispatcher(String name, Executor executor, int workers, boolean virtual, boolean owned) {
        this.name = name;
        this.executor = executor;
        this.workers = workers;
        this.virtual = virtual;
        this.owned = owned;
        this.limits = TurnLimits.DEFAULT;
    }

    @Override
    public void onReady(Cell cell) {
        try {
            executor.execute(() -> runTurn(cell));
        } catch (RejectedExecutionException e) {
            monitor.onTurnFailed(cell, e);
            cell.abandon(); // nobody would ever run it: what waits there is told
        }
    }

    private void runTurn(Cell cell) {
        boolean again = true;
        CellThread.enter(cell);
        try {
            again = cell.turn(limits);
        } catch (Throwable e) {
            monitor.onTurnFailed(cell, e);
        } finally {
            CellThread.enter(null);
        }
        if (again) {
            onReady(cell);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Ready home() {
        return this;
    }

    @Override
    public Ready home(int worker) {
        return this;
    }

    @Override
    public int workers() {
        return workers;
    }

    @Override
    public void migrate(Cell cell, int worker) {
        // an executor's threads are all the same to it
    }

    @Override
    public boolean mayBlock() {
        return virtual;
    }

    @Override
    public List<WorkerStats> stats() {
        return List.of();
    }

    @Override
    public void monitor(WorkerMonitor newMonitor) {
        monitor = newMonitor;
    }

    @Override
    public boolean close(Duration deadline) {
        if (!owned || !(executor instanceof ExecutorService service)) {
            return true;
        }
        service.shutdown();
        try {
            if (service.awaitTermination(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        service.shutdownNow();
        return false;
    }
}
