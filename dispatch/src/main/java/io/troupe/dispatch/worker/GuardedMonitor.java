// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.cell.Cell;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes on to the user's monitor and logs what that throws, so that no worker and no cell is lost by a report. */
final class GuardedMonitor implements WorkerMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMonitor.class);

    private final WorkerMonitor monitor;

    GuardedMonitor(WorkerMonitor monitor) {
        this.monitor = monitor;
    }

    @Override
    public void onStuck(Cell cell, Thread worker, Duration atLeast, List<StackTraceElement> stack) {
        try {
            monitor.onStuck(cell, worker, atLeast, stack);
        } catch (Throwable e) {
            complain(e, null, cell);
        }
    }

    @Override
    public void onTurnFailed(Cell cell, Throwable failure) {
        try {
            monitor.onTurnFailed(cell, failure);
        } catch (Throwable e) {
            complain(e, failure, cell);
        }
    }

    @Override
    public void onWorkerDied(Thread thread, Throwable cause) {
        try {
            monitor.onWorkerDied(thread, cause);
        } catch (Throwable e) {
            complain(e, cause, thread);
        }
    }

    /** Must not throw by any means: the caller may hold a cell or a worker. */
    private static void complain(Throwable thrown, @Nullable Throwable reported, Object about) {
        try {
            if (reported != null && reported != thrown) {
                thrown.addSuppressed(reported);
            }
            LOG.error("a monitor must not throw: about={}", about, thrown);
        } catch (Throwable e) {
            // no memory, or a log that fails: there is nobody left to tell
        }
    }

    @Override
    public void onDecision(Decision<Cell> decision) {
        try {
            monitor.onDecision(decision);
        } catch (Throwable e) {
            LOG.error("a monitor must not throw: decision={}", decision, e);
        }
    }
}
