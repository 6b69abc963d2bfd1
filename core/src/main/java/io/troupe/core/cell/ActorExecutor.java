// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The executor view of an actor: runs tasks in turns of the actor, in order, ahead of its messages. What it has accepted
 * is run, at the latest in the actor's last turn, because whoever waits for a task cannot be told otherwise; what comes
 * later is refused. Any thread.
 *
 * <p>Invariant: each accepted task has a signal of its own, and each signal runs the oldest task; so the order is that of
 * the queue, whatever the order of the signals. Accepting and closing exclude each other by the monitor.
 */
final class ActorExecutor implements Executor {
    private final ActorCell cell;
    private final NodeList<ActorTask> tasks = new NodeList<>(); // guarded by this
    private boolean closed; // guarded by this

    ActorExecutor(ActorCell cell) {
        this.cell = cell;
    }

    @Override
    public void execute(Runnable work) {
        ActorTask task = new ActorTask(Objects.requireNonNull(work, "task"), cell.captured());
        synchronized (this) {
            if (closed) {
                throw new RejectedExecutionException("the actor of an executor must not have ended: actor="
                        + cell.address() + "; end the work with the actor, or give it another executor");
            }
            tasks.add(task);
        }
        cell.signal(new Next());
    }

    private synchronized @Nullable ActorTask next() {
        return tasks.poll();
    }

    /** Refuses further tasks and returns those that were accepted and have not run. */
    synchronized List<ActorTask> close() {
        closed = true;
        return tasks.takeAll();
    }

    synchronized boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** Runs the oldest task. */
    private final class Next extends Signal {
        @Override
        protected boolean isSystemEvent() {
            return false;
        }

        @Override
        void run() {
            ActorTask task = next();
            if (task != null) {
                cell.runTask(task);
            }
        }
    }
}
