// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.WorkerMonitor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users' monitors of one dispatcher. Passes on to each of them and logs what they throw, so that no worker and no cell is
 * lost by a report. Any thread.
 */
final class Monitors implements WorkerMonitor {
    private final CopyOnWriteArrayList<WorkerMonitor> all = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    Monitors() {}

    void add(WorkerMonitor monitor) {
        all.addIfAbsent(monitor);
    }

    void remove(WorkerMonitor monitor) {
        all.remove(monitor);
    }

    /** What those are told who waited for a cell of a closed dispatcher. */
    static RejectedExecutionException closedError(String dispatcher) {
        return new RejectedExecutionException("a closed dispatcher runs no turns: dispatcher=" + dispatcher);
    }

    @Override
    public void onStuck(Cell cell, Thread worker, Duration atLeast, List<StackTraceElement> stack) {
        tell(cell, null, monitor -> monitor.onStuck(cell, worker, atLeast, stack));
    }

    @Override
    public void onTurnFailed(Cell cell, Throwable failure) {
        tell(cell, failure, monitor -> monitor.onTurnFailed(cell, failure));
    }

    @Override
    public void onWorkerDied(Thread thread, Throwable cause) {
        tell(thread, cause, monitor -> monitor.onWorkerDied(thread, cause));
    }

    @Override
    public void onDecision(Decision<Cell> decision) {
        tell(decision, null, monitor -> monitor.onDecision(decision));
    }

    /** Passes on the first call only. */
    @Override
    public void onClosed(CellScheduler dispatcher, boolean ended, Throwable cause) {
        if (closed.compareAndSet(false, true)) {
            tell(dispatcher.name(), cause, monitor -> monitor.onClosed(dispatcher, ended, cause));
        }
    }

    /** Must not throw by any means: the caller may hold a cell or a worker. */
    private void tell(Object about, @Nullable Throwable reported, Consumer<WorkerMonitor> report) {
        for (WorkerMonitor monitor : all) {
            try {
                report.accept(monitor);
            } catch (Throwable e) {
                complain(e, reported, about);
            }
        }
    }

    private static void complain(Throwable thrown, @Nullable Throwable reported, Object about) {
        try {
            if (reported != null && reported != thrown) {
                thrown.addSuppressed(reported);
            }
            Log.LOG.error("a monitor must not throw: about={}", about, thrown);
        } catch (Throwable e) {
            // no memory, or a log that fails: there is nobody left to tell
        }
    }

    /** Made when there is something to write: the start of a system does not wait for it. */
    private static final class Log {
        private static final Logger LOG = LoggerFactory.getLogger(WorkerMonitor.class);
    }
}
