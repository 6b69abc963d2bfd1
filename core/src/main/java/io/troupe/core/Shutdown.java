// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import io.troupe.core.cell.CellSystem;
import io.troupe.core.cell.SystemConfig;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The steps of closing a system, under one deadline. */
final class Shutdown {
    private final CellSystem cells;
    private final SystemConfig config;
    private final List<Task> tasks = new ArrayList<>(); // guarded by itself
    private boolean begun; // guarded by tasks
    private boolean ended; // guarded by this

    /** Whether the closing thread has been interrupted. It goes on in order, and keeps the flag. Guarded by this. */
    private boolean interrupted;

    Shutdown(CellSystem cells, SystemConfig config) {
        this.cells = cells;
        this.config = config;
    }

    void add(ShutdownPhase phase, String name, Supplier<? extends Promise<?>> task) {
        synchronized (tasks) {
            if (begun) {
                throw new IllegalStateException(
                        "the system must not be closing: system=" + config.name() + ", task=" + name);
            }
            tasks.add(new Task(phase, name, task));
        }
    }

    /** A second closer waits for the first. */
    synchronized void run() {
        if (ended) {
            return;
        }
        ended = true;
        try {
            end();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end() {
        long end = cells.closingNanos() + TimeUnit.NANOSECONDS.convert(config.closeTimeout());
        runTasks(ShutdownPhase.BEFORE_ACTORS, end);
        end += drain(end);
        await("actors", cells.stopAll(), end, true);
        runTasks(ShutdownPhase.AFTER_ACTORS, end);
        interrupted |= Thread.interrupted();
        if (!cells.release(end)) {
            cells.closingFailed("threads, which were interrupted", new TimeoutException("they did not end in time"));
        }
    }

    /** Returns how long it took beyond the close timeout. */
    private long drain(long closeEnd) {
        if (config.drainTimeout().isZero()) {
            runTasks(ShutdownPhase.DRAIN, closeEnd);
            return 0;
        }
        long begin = cells.closingNanos();
        long limit = TimeUnit.NANOSECONDS.convert(config.drainTimeout());
        long half = begin + limit / 2; // the rest is for actors that never come to rest, as they are told more and more
        long end = begin + limit;
        runTasks(ShutdownPhase.DRAIN, end);
        cells.quiesce(half);
        await("draining lines", cells.drainHosted(), end, true); // before the actors: they may be told by lines
        cells.quiesce(half);
        await("draining", cells.drainAll(), end, true);
        return cells.closingNanos() - begin;
    }

    private void runTasks(ShutdownPhase phase, long end) {
        List<Task> due;
        synchronized (tasks) {
            begun = true;
            due = tasks.stream().filter(task -> task.phase == phase).toList();
        }
        for (Task task : due) {
            try {
                Promise<?> done = task.work.get();
                await(task.name, done == null ? Promise.done() : done, end, false);
            } catch (Throwable e) {
                cells.closingFailed(task.name, e);
            }
        }
    }

    private void await(String what, Promise<?> done, long end, boolean byActors) {
        try {
            awaitUninterrupted(done, end, byActors);
        } catch (RuntimeException | TimeoutException e) {
            cells.closingFailed(what, e);
        }
    }

    private void awaitUninterrupted(Promise<?> done, long end, boolean byActors) throws TimeoutException {
        while (true) {
            interrupted |= Thread.interrupted();
            try {
                cells.await(done, end, byActors);
                return;
            } catch (CancellationException e) {
                if (!Thread.currentThread().isInterrupted()) {
                    throw e; // it is the failure of the promise
                }
            }
        }
    }

    private record Task(ShutdownPhase phase, String name, Supplier<? extends Promise<?>> work) {}
}
