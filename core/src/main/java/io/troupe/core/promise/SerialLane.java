// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Like the lane for code outside of actors, but in order and one at a time: for what belongs to one callback. There is
 * a task in the common pool exactly while something waits. Any thread.
 */
final class SerialLane extends Lane {
    private final Queue<Message> due = new ConcurrentLinkedQueue<>();

    /** How many are due; who counts up from zero starts the task, which lives until it has counted down to zero. */
    private final AtomicInteger waiting = new AtomicInteger();

    SerialLane() {}

    @Override
    public void run(Message continuation) {
        due.add(continuation);
        if (waiting.getAndIncrement() == 0) {
            ForkJoinPool.commonPool().execute(this::drain);
        }
    }

    /** Takes what waits now, and comes again for the rest: others want the thread, too. */
    private void drain() {
        int count = waiting.get();
        for (int i = 0; i < count; i++) {
            Message next = due.poll();
            if (next != null) {
                OutsideLane.INSTANCE.deliver(next);
            }
        }
        if (waiting.addAndGet(-count) > 0) {
            ForkJoinPool.commonPool().execute(this::drain);
        }
    }

    @Override
    public Timeout schedule(long nanos, Runnable task) {
        return OutsideLane.INSTANCE.schedule(nanos, task);
    }

    @Override
    public Deadlines deadlines() {
        return OutsideLane.INSTANCE.deadlines();
    }

    @Override
    public long nanos() {
        return OutsideLane.INSTANCE.nanos();
    }

    @Override
    public boolean mayBlock() {
        return OutsideLane.INSTANCE.mayBlock();
    }

    @Override
    public void failed(Throwable failure) {
        OutsideLane.INSTANCE.failed(failure);
    }
}
