// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A thread that a simulation runs by turns: either it runs or the simulation, never both. So code that waits for a database in its midst
 * can be held up at that point while others go on, and a seed repeats the run.
 */
final class Lane {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread made = new Thread(task, "simulated member");
        made.setDaemon(true);
        return made;
    });

    private final Semaphore lane = new Semaphore(0);
    private final Semaphore simulation = new Semaphore(0);
    private boolean begun;
    private boolean ended;
    private @Nullable Runnable task;
    private @Nullable Throwable failure;

    /** What ends code that waits for an answer that never comes. */
    @SuppressWarnings("serial")
    private static final class Killed extends Error {}

    /** Runs a task until it is done or waits. */
    void run(Runnable next) {
        task = next;
        if (!begun) {
            begun = true;
            THREADS.execute(this::serve);
        }
        goOn();
    }

    /** Whether the task has not been done. */
    boolean isBusy() {
        return task != null;
    }

    /** Lets a task that waits go on until it is done or waits again. */
    void goOn() {
        lane.release();
        simulation.acquireUninterruptibly();
        if (failure != null && !(failure instanceof Killed)) {
            throw new AssertionError("a step of a member must not fail", failure);
        }
    }

    /** In the task: waits until the simulation lets it go on. */
    void await() {
        simulation.release();
        lane.acquireUninterruptibly();
        if (ended) {
            throw new Killed();
        }
    }

    /** Ends the thread, and the task that waits. */
    void end() {
        ended = true;
        if (begun && failure == null) {
            goOn();
        }
    }

    private void serve() {
        try {
            lane.acquireUninterruptibly();
            while (!ended) {
                Runnable next = task;
                if (next != null) {
                    next.run();
                }
                task = null;
                simulation.release();
                lane.acquireUninterruptibly();
            }
        } catch (Throwable e) {
            failure = e;
        } finally {
            task = null;
            ended = true;
            simulation.release();
        }
    }
}
