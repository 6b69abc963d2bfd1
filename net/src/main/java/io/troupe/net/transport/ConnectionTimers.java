// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.EventLoop;
import io.troupe.dispatch.timer.Timeout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The scheduled tasks of one connection, all cancelled when it closes. Any thread. */
final class ConnectionTimers {
    private final EventLoop loop;
    private final Consumer<Runnable> runner;
    /** Guarded by this; null before the first task. */
    private @Nullable Set<Entry> pending;
    /** Guarded by this. */
    private boolean closed;

    /** @param runner runs tasks on the loop, and deals with what they throw */
    ConnectionTimers(EventLoop loop, Consumer<Runnable> runner) {
        this.loop = loop;
        this.runner = runner;
    }

    Timeout schedule(long nanos, Runnable task) {
        Entry entry = new Entry(task);
        if (!add(entry)) {
            entry.cancel();
            return entry;
        }
        try {
            entry.scheduled = loop.schedule(entry, Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            entry.cancel();
        }
        if (!entry.isPending()) {
            entry.unschedule(); // cancelled by the end of the connection in the meantime
        }
        return entry;
    }

    void close() {
        List<Entry> left;
        synchronized (this) {
            closed = true;
            left = pending == null ? List.of() : new ArrayList<>(pending);
            pending = null;
        }
        left.forEach(Entry::cancel);
    }

    private synchronized boolean add(Entry entry) {
        if (closed) {
            return false;
        }
        if (pending == null) {
            pending = new HashSet<>(4);
        }
        return pending.add(entry);
    }

    private synchronized void remove(Entry entry) {
        if (pending != null) {
            pending.remove(entry);
        }
    }

    /** One task; the reference is null once it has begun or was cancelled. */
    private final class Entry extends AtomicReference<@Nullable Runnable> implements Timeout, Runnable {
        private static final long serialVersionUID = 1L;

        /** Written by the scheduling thread; others may see null and then leave the entry to fire into nothing. */
        private transient volatile @Nullable Future<?> scheduled;

        Entry(Runnable task) {
            super(task);
        }

        @Override
        public void run() {
            Runnable task = getAndSet(null);
            if (task != null) {
                remove(this);
                runner.accept(task);
            }
        }

        @Override
        public boolean cancel() {
            if (getAndSet(null) == null) {
                return false;
            }
            remove(this);
            unschedule();
            return true;
        }

        @Override
        public boolean isPending() {
            return get() != null;
        }

        void unschedule() {
            Future<?> future = scheduled;
            if (future != null) {
                future.cancel(false);
            }
        }
    }
}
