// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.thread.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs each turn as a task of an executor: thread pools (the baseline of the experiments) and virtual threads.
 *
 * <p>A turn that the executor does not take, for whatever reason, is tried again ({@link RefusedTurns}) while the executor
 * lives. When it has ended, or the dispatcher is closed, cells that are ready are abandoned.
 */
final class ExecutorDispatcher extends SingleHomeDispatcher {
    private static final int DETOUR_EVERY = 64;

    private final Executor executor;
    private final int workers;
    private final boolean virtual;
    /** The executor if it is closed with the dispatcher. */
    private final @Nullable ExecutorService owned;

    private final @Nullable DaemonThreads threads;
    private final RefusedTurns refused;
    /** Waits for the end of an executor that is somebody else's; null if there is no end to be seen. */
    private final @Nullable ExecutorWatch watch;
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
        this.refused = new RefusedTurns(name, this::isGone);
        this.watch = owned == null ? ExecutorWatch.of(name, executor, this::executorEnded) : null;
    }

    /** Over somebody else's executor. */
    ExecutorDispatcher(String name, Executor executor) {
        this(name, Objects.requireNonNull(executor, "executor"), 1, false, null, null);
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
    public CellHome home() {
        if (watch != null) {
            watch.begin();
        }
        return this;
    }

    @Override
    public void onReady(Cell cell) {
        if (isClosed()) {
            abandon(cell);
            return;
        }
        TurnTask turn = new TurnTask(this, cell);
        try {
            executor.execute(turn);
        } catch (Throwable e) { // also errors: whatever it is, the cell must not be owned by nobody
            notTaken(turn, e);
        }
    }

    private void notTaken(TurnTask turn, Throwable cause) {
        Cell cell = turn.cell();
        if (cell == null) {
            return; // it was taken all the same
        }
        if (isGone() || !refused.add(turn, cause)) {
            turnFailed(cell, cause);
            turn.abandon(cause);
        } else {
            turnFailed(cell, cause);
        }
    }

    /** Whether no turn will be taken any more. */
    private boolean isGone() {
        return isClosed() || (executor instanceof ExecutorService service && service.isShutdown());
    }

    void runTurn(Cell cell) {
        if (isClosed()) {
            abandon(cell);
            return;
        }
        if (virtual && ++turns % DETOUR_EVERY == 0) {
            // A carrier serves others' submissions only once its own queue is empty, and cells that wake each other
            // fill that for ever. A timed sleep comes back by way of the timer's thread, behind all who wait.
            LockSupport.parkNanos(1);
        }
        boolean again = true;
        boolean interrupted = Thread.interrupted();
        long before = cell.deliveredCount();
        TurnEvent recorded = TurnRecorder.begin();
        CellThread.enter(cell);
        try {
            again = cell.turn(TurnLimits.DEFAULT);
        } catch (Throwable e) {
            again = !cell.hasEnded();
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
        } else if (isClosed()) {
            // The thread that closed while the turn ran found the cell held. The cell has been given up before this
            // look, and the end was written before that one: one of the two sees the other.
            endIfIdle(cell);
        }
    }

    private void endIfIdle(Cell cell) {
        try {
            cell.abandonIfIdle(Monitors.closedError(name()));
        } catch (Throwable e) { // its code may throw; the thread is somebody else's
            turnFailed(cell, e);
        }
    }

    void execute(TurnTask turn) {
        executor.execute(turn);
    }

    @Override
    public int workers() {
        return workers;
    }

    @Override
    public boolean mayBlock() {
        return virtual;
    }

    /** Somebody else's executor has ended: tasks that it has thrown away will never run. */
    private void executorEnded() {
        markClosed();
        refused.close();
        tellClosed(true);
    }

    @Override
    public boolean close(Duration deadline) {
        if (watch != null) {
            watch.end();
        }
        boolean inTime = owned == null || end(owned, deadline);
        markClosed();
        refused.close();
        tellClosed(owned != null && owned.isTerminated());
        return inTime;
    }

    private boolean end(ExecutorService pool, Duration deadline) {
        long end = System.nanoTime() + Math.max(0, TimeUnit.NANOSECONDS.convert(deadline));
        pool.shutdown();
        boolean inTime = false;
        try {
            inTime = pool.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!inTime) {
            abandon(pool.shutdownNow());
        }
        return (threads == null || threads.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) && inTime;
    }

    private void abandon(List<Runnable> neverBegun) {
        for (Runnable task : neverBegun) {
            if (task instanceof TurnTask turn) {
                turn.abandon(Monitors.closedError(name()));
            }
        }
    }
}
