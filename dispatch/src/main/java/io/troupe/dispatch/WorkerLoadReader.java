// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balancer.LoadTable;
import io.troupe.dispatch.balancer.WorkerLoad;
import io.troupe.dispatch.cell.Cell;
import org.jspecify.annotations.Nullable;

/** Turns what one worker's sampler says into averages. The balancer's thread only. */
final class WorkerLoadReader implements SampleReader {
    /** Windows over which business is averaged: quick enough for a burst, slow enough for a pause. */
    private static final double AVERAGED = 2;
    /** So many cells wait on average where waiting is no mere coincidence. */
    private static final double CROWDED = 0.5;

    private final Worker worker;
    private final WorkerSampler sampler;
    private final LoadTable<Cell> table;
    private final BalanceConfig config;
    private long at;
    private long idleBefore;
    private long waitingBefore;
    private long turnsBefore;
    private double busy;
    private double waiting;
    private double latestWaiting;
    private boolean asking;

    WorkerLoadReader(Worker worker, WorkerSampler sampler, LoadTable<Cell> table, BalanceConfig config, long now) {
        this.worker = worker;
        this.sampler = sampler;
        this.table = table;
        this.config = config;
        this.at = now;
    }

    /** Reads what is new. */
    void read(long now, boolean overloadSignalled) {
        asking = overloadSignalled;
        double elapsed = Math.max(1, now - at);
        at = now;
        sampler.drainTo(this);
        long idle = sampler.idleNanos(now);
        long waited = sampler.waitingSum();
        long turns = sampler.turnSum();
        double weight = 1 - Math.exp(-elapsed / (AVERAGED * config.window().toNanos()));
        double busyNow = 1 - Math.min(1, Math.max(0, (idle - idleBefore) / elapsed));
        double waitingNow = turns == turnsBefore ? 0 : (waited - waitingBefore) / (double) (turns - turnsBefore);
        busy += weight * (busyNow - busy);
        waiting += weight * (waitingNow - waiting);
        latestWaiting = waitingNow;
        idleBefore = idle;
        waitingBefore = waited;
        turnsBefore = turns;
    }

    @Override
    public void sample(Cell first, @Nullable Cell second, long nanos, int count, int weight) {
        if (second == null) {
            table.ran(first, (double) nanos * weight, (double) count * weight, at);
        } else {
            table.called(first, second, weight, at);
        }
    }

    WorkerLoad load(boolean pinned) {
        if (!worker.isRunning()) {
            return new WorkerLoad(false, 0, 0, false, pinned);
        }
        if (asking) { // it knows about the last milliseconds, averages do not
            return new WorkerLoad(true, 1, Math.max(latestWaiting, CROWDED), true, pinned);
        }
        boolean full = busy >= config.overloadShare() && waiting >= CROWDED;
        if (!full && sampler.isStillOverloaded() && latestWaiting >= CROWDED) {
            // It calls once only, and averages take some windows to follow: until then its help must not be taken away.
            return new WorkerLoad(true, 1, latestWaiting, true, pinned);
        }
        return new WorkerLoad(true, busy, waiting, full, pinned);
    }

    /** Lets go of cells that nobody else may know any more. */
    void clear() {
        sampler.clear();
    }
}
