// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.TurnLimits;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Runs each turn as a task of an executor: thread pools (the baseline of the experiments) and virtual threads. */
final class ExecutorDispatcher extends OnePlaceDispatcher {
    private static final int DETOUR_EVERY = 64;

    private final Executor executor;
    private final int workers;
    private final boolean virtual;
    /** The executor if it is closed with the dispatcher. */
    private final @Nullable ExecutorService owned;

    private final @Nullable DaemonThreads threads;
    /** Written by all threads without care: it only needs to pass by the detour now and then. */
    private int turns;

    private ExecutorDispatcher(
            String name,
            Executor executor,
            int workers,
            boolean virtual,
            @Nullable ExecutorService owned,
            @Nullable DaemonThreads threads) {
        super(name);
        this.executor = executor;
        this.workers = workers;
        this.virtual = virtual;
        this.owned = owned;
        this.threads = threads;
    }

    /** Over somebody else's executor. */
    ExecutorDispatcher(String name, Executor executor) {
        this(name, executor, 1, false, null, null);
    }

    /** Over a pool of its own. */
    ExecutorDispatcher(String name, ExecutorService pool, int workers, DaemonThreads threads) {
        this(name, pool, workers, false, pool, threads);
    }

    /** Over virtual threads. */
    ExecutorDispatcher(String name, ExecutorService virtualThreads, int processors) {
        this(name, virtualThreads, processors, true, virtualThreads, null);
    }

    @Override
    public void onReady(Cell cell) {
        try {
            executor.execute(() -> runTurn(cell));
        } catch (RejectedExecutionException e) {
            turnFailed(cell, e);
            cell.abandon(); // nobody would ever run it: what waits there is told
        }
    }

    private void runTurn(Cell cell) {
        if (virtual && ++turns % DETOUR_EVERY == 0) {
            // A carrier serves others' submissions only once its own queue is empty, and cells that wake each other
            // fill that for ever. A timed sleep comes back by way of the timer's thread, behind all who wait.
            LockSupport.parkNanos(1);
        }
        boolean again = true;
        boolean interrupted = Thread.interrupted();
        long before = cell.deliveredCount();
        TurnEvent recorded = TurnEvent.start();
        CellThread.enter(cell);
        try {
            again = cell.turn(TurnLimits.DEFAULT);
        } catch (Throwable e) {
            again = !cell.isClosed();
            turnFailed(cell, e);
        } finally {
            CellThread.enter(null);
            restoreInterrupt(interrupted);
            if (recorded != null) {
                recorded.stop(cell, before);
            }
        }
        if (again) {
            onReady(cell);
        }
    }

    @Override
    public int workers() {
        return workers;
    }

    @Override
    public boolean mayBlock() {
        return virtual;
    }

    @Override
    public boolean close(Duration deadline) {
        if (owned == null) {
            return true;
        }
        long end = System.nanoTime() + deadline.toNanos();
        owned.shutdown();
        boolean inTime = false;
        try {
            inTime = owned.awaitTermination(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!inTime) {
            owned.shutdownNow();
        }
        return (threads == null || threads.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) && inTime;
    }
}
