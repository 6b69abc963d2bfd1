// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The actor that people write by hand: a queue, a flag, and a task on somebody's pool that handles up to 1024 messages.
 *
 * @param <M> type of its messages
 */
public final class SerialActor<M> implements Recipient<M>, Runnable {
    private static final int MESSAGES_PER_TASK = 1024;

    private final Queue<M> queue;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Executor executor;
    private final Behavior<M> behavior;

    /**
     * An idle actor.
     *
     * @param queue where its messages wait
     * @param executor runs its tasks
     * @param behavior handles its messages
     */
    public SerialActor(Queue<M> queue, Executor executor, Behavior<M> behavior) {
        this.queue = queue;
        this.executor = executor;
        this.behavior = behavior;
    }

    @Override
    public void tell(M message) {
        queue.offer(message);
        schedule();
    }

    private void schedule() {
        if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
            executor.execute(this);
        }
    }

    @Override
    public void run() {
        for (int left = MESSAGES_PER_TASK; left > 0; left--) {
            M message = queue.poll();
            if (message == null) {
                break;
            }
            behavior.onMessage(message, this);
        }
        scheduled.set(false);
        if (!queue.isEmpty()) {
            schedule();
        }
    }
}
