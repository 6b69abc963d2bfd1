// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.thread.DaemonThreads;
import io.troupe.dispatch.thread.VirtualThreads;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs the executors of threads outside of actors, each on a thread of its own while it has something to do: a virtual thread
 * where there are, else one of at most {@value #MOST_THREADS} platform threads, which end when they are idle. Any thread.
 */
final class CallbackThreads implements CellHome {
    private static final int MOST_THREADS = 256;
    private static final int KEEP_ALIVE_SECONDS = 10;
    private static final Duration LAST_CHANCE = Duration.ofMillis(100);

    /** On an executor of somebody else's, which may run everything in one thread and go by no real time. */
    private static final TurnLimits BY_COUNT =
            new TurnLimits(TurnLimits.DEFAULT.messages(), Long.MAX_VALUE, TurnLimits.DEFAULT.callbacks());

    private final Executor executor;

    /** The pool if it is ended with the executors. */
    private final @Nullable ExecutorService own;

    private final @Nullable DaemonThreads daemons;
    private volatile boolean closed;

    /**
     * Threads of its own; none so far.
     *
     * @param shared whether they outlive the applications that use them, so that they must not keep the class loader of one
     */
    CallbackThreads(String threadName, boolean shared) {
        if (VirtualThreads.areAvailable()) {
            daemons = null;
            own = VirtualThreads.perTaskExecutor(threadName);
        } else {
            daemons = shared
                    ? new DaemonThreads(threadName, CallbackThreads.class.getClassLoader())
                    : new DaemonThreads(threadName);
            own = elasticPool(daemons);
        }
        executor = own;
    }

    /** Over an executor of somebody else's. */
    CallbackThreads(Executor executor) {
        this.executor = executor;
        own = null;
        daemons = null;
    }

    /** A new thread for each task that finds no idle one, up to the limit; beyond it tasks wait. */
    private static ExecutorService elasticPool(DaemonThreads factory) {
        HandOffQueue queue = new HandOffQueue();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, MOST_THREADS, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, queue, factory, (task, full) -> {
                    queue.keep(task);
                    if (full.isShutdown() && full.remove(task)) {
                        throw new RejectedExecutionException("the threads of outside executors have been closed");
                    }
                    full.prestartCoreThread(); // all may have ended meanwhile
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void onReady(Cell cell) {
        Turns turns = new Turns(cell);
        try {
            executor.execute(turns);
        } catch (Throwable e) { // whatever it is: the caller settles a promise, and has others to tell
            turns.abandon(e); // nobody would ever run it: what waits there is told
        }
    }

    boolean close(Duration deadline) {
        closed = true;
        if (own == null) {
            return true;
        }
        own.shutdown();
        try {
            boolean inTime = own.awaitTermination(deadline.toNanos(), TimeUnit.NANOSECONDS);
            if (!inTime) {
                abandonQueued(own);
                own.awaitTermination(LAST_CHANCE.toNanos(), TimeUnit.NANOSECONDS);
            }
            return (daemons == null || daemons.join(LAST_CHANCE)) && inTime;
        } catch (InterruptedException e) {
            abandonQueued(own);
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void abandonQueued(ExecutorService executor) {
        for (Runnable task : executor.shutdownNow()) {
            if (task instanceof Turns turns) {
                turns.abandon(new RejectedExecutionException("the executors outside of actors have been closed"));
            }
        }
    }

    /**
     * Some turns of one cell; after closing all it needs, for then no further task is taken. The cell is taken once, to be run or
     * abandoned, whatever an executor does that throws.
     */
    private final class Turns implements Runnable {
        private final AtomicReference<@Nullable Cell> waiting;

        Turns(Cell cell) {
            waiting = new AtomicReference<>(cell);
        }

        void abandon(Throwable cause) {
            Cell cell = waiting.getAndSet(null);
            if (cell != null) {
                cell.abandon(cause);
            }
        }

        @Override
        public void run() {
            Cell cell = waiting.getAndSet(null);
            if (cell != null) {
                run(cell);
            }
        }

        private void run(Cell cell) {
            boolean again = true;
            Cell outer = CellThread.currentCell(); // an executor may run it on the thread that hands it over
            CellThread.enter(cell);
            try {
                do {
                    again = cell.turn(own == null ? BY_COUNT : TurnLimits.DEFAULT);
                } while (again && closed);
            } finally {
                CellThread.enter(outer);
                if (again && !cell.hasEnded()) {
                    onReady(cell);
                }
            }
        }
    }

    /** Takes a task only if a thread waits for one, so that the pool grows instead of queueing. */
    private static final class HandOffQueue extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        void keep(Runnable task) {
            super.offer(task);
        }
    }
}
