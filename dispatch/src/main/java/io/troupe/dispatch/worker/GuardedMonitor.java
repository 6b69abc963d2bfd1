// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import java.time.Duration;
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
    public void onStuck(Cell cell, Thread worker, Duration atLeast) {
        try {
            monitor.onStuck(cell, worker, atLeast);
        } catch (Throwable e) {
            LOG.error("a monitor must not throw: cell={}, worker={}", cell, worker.getName(), e);
        }
    }

    @Override
    public void onTurnFailed(Cell cell, Throwable failure) {
        try {
            monitor.onTurnFailed(cell, failure);
        } catch (Throwable e) {
            e.addSuppressed(failure);
            LOG.error("a monitor must not throw: cell={}", cell, e);
        }
    }
}
