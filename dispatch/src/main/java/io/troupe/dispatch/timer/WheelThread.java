// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives one wheel by the system clock on a daemon thread of its own, which parks until the next due slot, or
 * indefinitely when the wheel is empty. Started by the first timeout, ended by close.
 *
 * <p>No wake-up is lost: the wheel plans the wake-up under its lock, and an unpark that overtakes the park that follows
 * leaves a permit.
 */
final class WheelThread implements WheelDriver {
    /** How long close waits for a running task. */
    private static final long JOIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Until the next look after one that has failed: whatever was short may be there again. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final LongSupplier expire;
    private final Consumer<Throwable> onFailure;
    private final String name;

    /** Written under the monitor of this; read by the timer thread between tasks. */
    private volatile boolean closed;

    /** Guarded by the monitor of this; set once the thread has started. */
    private @Nullable Thread thread;

    /**
     * A driver whose thread is not started yet.
     *
     * @param expire runs what is due; returns the nanoseconds until there may be more, or {@link TimerWheel#NEVER}
     * @param onFailure gets what that throws; must not throw
     * @param name of the thread
     */
    WheelThread(LongSupplier expire, Consumer<Throwable> onFailure, String name) {
        this.expire = expire;
        this.onFailure = onFailure;
        this.name = name;
    }

    @Override
    public synchronized void onEarlier() {
        if (thread != null) {
            LockSupport.unpark(thread);
        } else if (!closed) {
            // The thread outlives its first caller: it keeps neither its thread locals nor its class loader.
            Thread starting = new Thread(null, this::run, name, 0, false);
            starting.setDaemon(true);
            starting.setContextClassLoader(WheelThread.class.getClassLoader());
            starting.start();
            thread = starting;
        }
    }

    @Override
    public void close() {
        Thread ending;
        synchronized (this) {
            closed = true;
            ending = thread;
        }
        if (ending != null && ending != Thread.currentThread()) {
            LockSupport.unpark(ending);
            join(ending);
        }
    }

    private void run() {
        while (!closed) {
            long wait = expire();
            if (closed) {
                return;
            }
            if (wait == TimerWheel.NEVER) {
                LockSupport.park(this);
            } else if (wait > 0) {
                LockSupport.parkNanos(this, wait);
            }
            Thread.interrupted(); // set by a task, it would make every park return at once
        }
    }

    /** Without memory not even the wheel itself goes on, for a moment; without this thread no timeout would ever pass again. */
    private long expire() {
        try {
            return expire.getAsLong();
        } catch (Throwable e) {
            onFailure.accept(e);
            return PAUSE_NANOS;
        }
    }

    /** Waits for the end of the thread even if the caller is interrupted, and keeps that interrupt for the caller. */
    private static void join(Thread ending) {
        long deadline = System.nanoTime() + JOIN_NANOS;
        boolean interrupted = false;
        try {
            for (long left = JOIN_NANOS; left > 0 && ending.isAlive(); left = deadline - System.nanoTime()) {
                try {
                    TimeUnit.NANOSECONDS.timedJoin(ending, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
