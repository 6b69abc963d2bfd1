// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.dispatch.timer.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A timer of an actor: fires on the timer's thread, which only puts a signal; the task runs in the actor's turn.
 * Cancelled by the actor, or when it restarts or ends.
 */
final class ActorTimer implements Timeout, Runnable {
    private final ActorCell cell;
    private final Runnable task;
    private final long intervalNanos;

    private final @Nullable Object context;

    /** By the clock, when the task should run next. In the actor's turns. */
    private long due;

    /** In the actor's turns and by cancel; a cancel that misses a new one is caught by {@link #cancelled}. */
    private volatile @Nullable Timeout timeout;

    private volatile boolean cancelled;
    private volatile boolean done;

    /** Interval 0: once. */
    ActorTimer(ActorCell cell, Runnable task, long intervalNanos) {
        this.cell = cell;
        this.task = task;
        this.intervalNanos = intervalNanos;
        this.context = cell.system().capture();
    }

    void start(long delayNanos) {
        due = cell.system().clock().nanos() + delayNanos;
        timeout = cell.system().timers().schedule(delayNanos, this);
    }

    @Override
    public void run() {
        Fired fired = new Fired();
        fired.context(context);
        cell.signal(fired);
    }

    @Override
    public boolean cancel() {
        if (cancelled || done) {
            return false;
        }
        cancelled = true;
        Timeout scheduled = timeout;
        if (scheduled != null) {
            scheduled.cancel();
        }
        return true;
    }

    @Override
    public boolean isPending() {
        return !cancelled && !done;
    }

    private void again() {
        long now = cell.system().clock().nanos();
        long missed = Math.max(0, (now - due) / intervalNanos);
        due += (missed + 1) * intervalNanos;
        timeout = cell.system().timers().schedule(Math.max(0, due - now), this);
    }

    private final class Fired extends Signal {
        @Override
        void run() {
            if (cancelled) {
                return;
            }
            if (intervalNanos == 0) {
                done = true;
                cell.extras().timers().remove(ActorTimer.this);
            } else {
                again(); // before the task: a throwing task does not end the timer
            }
            task.run();
        }
    }
}
