// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that looks after writers with bytes that nobody writes at the moment: held back to be written together, or left
 * over when the system took no more. Sleeps when there are none.
 */
final class Flusher implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Flusher.class);
    private static final long TICK_NANOS = 50_000;
    /** Ticks without work before it sleeps until it is woken, which costs the waker more than a tick. */
    private static final int PATIENCE = 20;

    private static final long JOIN_MILLIS = 5000;

    private final Thread thread;
    /** Those added since the last tick, linked by {@link PipeWriter#next}. */
    private final AtomicReference<@Nullable PipeWriter> added = new AtomicReference<>();

    private final List<PipeWriter> listed = new ArrayList<>();
    private volatile boolean asleep;
    private volatile boolean stopped;

    /** Not started yet. */
    Flusher(String name) {
        thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    /** Starts the thread. */
    void start() {
        thread.start();
    }

    /** Looks after this writer until {@link PipeWriter#tick} says that it need not. A writer is not added twice. */
    void add(PipeWriter writer) {
        PipeWriter first;
        do {
            first = added.get();
            writer.next = first;
        } while (!added.compareAndSet(first, writer));
        if (asleep) { // asleep is written before the last look at added: one of both sees the other
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        int idle = 0;
        while (!stopped) {
            take();
            if (listed.isEmpty()) {
                idle++;
            } else {
                idle = 0;
                listed.removeIf(writer -> !tick(writer));
            }
            if (idle < PATIENCE) {
                LockSupport.parkNanos(this, TICK_NANOS);
            } else {
                sleep();
                idle = 0;
            }
        }
    }

    private void take() {
        PipeWriter first = added.getAndSet(null);
        while (first != null) {
            listed.add(first);
            PipeWriter following = first.next;
            first.next = null;
            first = following;
        }
    }

    private static boolean tick(PipeWriter writer) {
        try {
            return writer.tick();
        } catch (Throwable e) { // whatever it is, the thread is there for other pipes, too
            LOG.error("flushing a pipe failed", e);
            return false;
        }
    }

    private void sleep() {
        asleep = true;
        if (added.get() == null && !stopped) {
            LockSupport.park(this);
        }
        asleep = false;
    }

    /** Ends the thread. */
    void close() {
        stopped = true;
        LockSupport.unpark(thread);
        if (Thread.currentThread() != thread) {
            try {
                thread.join(JOIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // it ends without us
            }
        }
    }
}
