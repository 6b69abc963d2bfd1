// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.delivery;

import io.troupe.core.host.OutletHost;
import io.troupe.dispatch.timer.Timeout;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that looks into the store whenever somebody says so, or at a time that was set, by the clock of the system. Looks
 * that are asked for while it looks are one look afterwards. If the store fails it looks again later.
 */
final class Courier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

    private final OutletHost host;
    private final Work work;
    private final Thread thread;

    /** Guarded by this. */
    private boolean wanted;

    private boolean closed;
    private @Nullable Timeout timer;
    private long timerAt = Long.MAX_VALUE;

    Courier(String name, OutletHost host, Work work) {
        this.host = host;
        this.work = work;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** What it does. Waits for the store. */
    @FunctionalInterface
    interface Work {
        void look() throws Exception;
    }

    void start() {
        thread.start();
    }

    /** It should look, soon. Any thread. */
    synchronized void wake() {
        wanted = true;
        notifyAll();
    }

    /** It should look at some time, or before. Any thread. */
    synchronized void wakeAt(long millis) {
        if (closed || millis >= timerAt) {
            return;
        }
        timerAt = millis;
        long left;
        do {
            if (timer != null) {
                timer.cancel();
            }
            left = leftUntil(millis);
            long nanos = TimeUnit.MILLISECONDS.toNanos(Math.min(left, TimeUnit.DAYS.toMillis(1)));
            timer = host.outsideExecutor().schedule(nanos, this::onTime);
        } while (leftUntil(millis) < left); // the clock has moved between the two, so the timer would be late
        if (left == 0) {
            timer.cancel();
            onTime();
        }
    }

    private long leftUntil(long millis) {
        return Math.max(0, millis - host.clock().millis());
    }

    private synchronized void onTime() {
        timer = null;
        timerAt = Long.MAX_VALUE;
        wake();
    }

    private void run() {
        int failures = 0;
        while (awaitWanted()) {
            try {
                work.look();
                failures = 0;
            } catch (InterruptedException e) {
                return; // nobody else knows the thread
            } catch (Exception e) {
                failures++;
                LOG.warn("rows must be read from the store, it is tried again: cause={}", e.toString());
                wakeAt(host.clock().millis() + RetryPause.after(failures));
            }
        }
    }

    private synchronized boolean awaitWanted() {
        while (!wanted && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                return false;
            }
        }
        wanted = false;
        return !closed;
    }

    /** Looks no more, and waits for the look that goes on. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (timer != null) {
                timer.cancel();
            }
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
