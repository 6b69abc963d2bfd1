// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.timer.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A timer of an actor: fires on the timer's thread, which only puts a signal; the task runs in the actor's turn.
 * Cancelled by the actor, or when it restarts or ends.
 */
final class ActorTimer implements Timeout, Runnable {
    private final ActorCell cell;
    final @Nullable String name;
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
    ActorTimer(ActorCell cell, @Nullable String name, Runnable task, long intervalNanos) {
        this.cell = cell;
        this.name = name;
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
        end();
        if (CellThread.currentCell() == cell) {
            cell.extras().forget(this);
        } else {
            cell.signal(new Cancelled());
        }
        return true;
    }

    /** Cancels it, for the actor that lets go of all its timers. */
    void end() {
        cancelled = true;
        Timeout scheduled = timeout;
        if (scheduled != null) {
            scheduled.cancel();
        }
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
                cell.extras().forget(ActorTimer.this);
            } else {
                again(); // before the task: a throwing task does not end the timer
            }
            cell.timerFired(name);
            task.run();
        }

        @Override
        protected boolean isSystemEvent() {
            return false;
        }
    }

    /** Another thread has cancelled it: the actor need not remember it any longer. */
    private final class Cancelled extends Signal {
        @Override
        void run() {
            cell.extras().forget(ActorTimer.this);
        }
    }
}
