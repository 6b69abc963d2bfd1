// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The life of a worker's thread: it is started, sleeps without work, retires when asked, is revived for a cell and
 * replaced when it dies.
 *
 * <p>Invariant: a worker is owned by at most one thread, the one in {@link #thread}, and only that one touches queue and
 * counters. It hands the worker on in two ways, and touches nothing of it from then on: by starting its successor when it
 * dies, and by announcing RETIRED. Who moves RETIRED to BUSY owns the worker until the thread it has made for it runs. A
 * worker begins as a retired one. The races are those of the {@link WorkerInbox}.
 */
final class WorkerLifecycle implements Runnable {
    /** What the thread does while it is awake. */
    @FunctionalInterface
    interface Loop {
        /**
         * Runs cells until the group stops, and ends those that are left then; returns what ended it before, with no cell in its
         * hands; null also if the thread has lost the worker. Owner only.
         */
        @Nullable
        Throwable serve();
    }

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    /** A thread that lived so long was no victim of what killed the one before it. */
    private static final long HEALTHY_LIFE = LONGEST_PAUSE;

    private final WorkerGroup group;
    private final WorkerQueues queues;
    private final WorkerInbox inbox;
    private final WorkStealer stealer;
    private final WorkerCounters counters;
    private final Loop loop;
    private final BiFunction<Runnable, String, WorkerThread> threads;

    /**
     * The thread that owns the worker. A plain field is enough: it is written before the thread starts, hence a worker's own thread
     * always finds itself here. Who wakes the thread has read the state that the thread announced, and with it this field. The
     * watchdog may see an older one for a moment: a look later it sees the new one.
     */
    private WorkerThread thread;

    private final String name;
    private final @Nullable ClassLoader loader;
    private final int priority;
    /** When this life began, and the pause before the next one. Owner only. */
    private long born;

    private long pause;

    /**
     * Remembers what a thread takes over from its maker, as successors may be made by anybody.
     *
     * @param name of the threads
     * @param queues what waits for the worker
     * @param stealer what the worker does for others while it sleeps
     * @param loop what a thread does while it is awake
     * @param threads makes a thread that runs the given task, by name
     */
    WorkerLifecycle(
            WorkerGroup group,
            String name,
            WorkerQueues queues,
            WorkStealer stealer,
            WorkerCounters counters,
            Loop loop,
            BiFunction<Runnable, String, WorkerThread> threads) {
        this.group = group;
        this.name = name;
        this.queues = queues;
        this.inbox = queues.inbox;
        this.stealer = stealer;
        this.counters = counters;
        this.loop = loop;
        this.threads = threads;
        this.loader = Thread.currentThread().getContextClassLoader();
        this.priority = Thread.currentThread().getPriority();
        this.thread = threads.apply(this, name); // never started; spares all others the question whether there is one
        inbox.announceRetirement();
        group.retired(1);
    }

    /** The thread that owns the worker now. Any thread; racy. */
    WorkerThread thread() {
        return thread;
    }

    // ---- birth and death -----------------------------------------------------------------------------------------

    /**
     * Gives the worker a thread unless it has one, and withdraws what {@link #retire} has asked for. Any thread, at any
     * time.
     *
     * @return whether a thread was started
     */
    boolean start() {
        inbox.want(true);
        return revive();
    }

    /**
     * Asks the worker to give up its thread as soon as it has nothing to do; then {@link #start} or a cell that is handed to
     * it gives it a new one. Any thread, at any time; returns at once. A wish that comes while the worker is being revived
     * is void.
     */
    void retire() {
        inbox.want(false);
        wake();
    }

    /** Sees to it that a thread looks at the inbox, where the caller has put something. Any thread. */
    void rouse() {
        if (!wake()) {
            revive();
        }
    }

    private boolean revive() {
        if (!inbox.endRetirement()) {
            return false;
        }
        group.retired(-1);
        inbox.want(true); // the wish was fulfilled; the next life has its own
        WorkerThread before = thread;
        try {
            return launch();
        } catch (Throwable e) { // no memory, or no more threads: the next cell tries again, and so does the watchdog
            thread = before;
            group.retired(1);
            inbox.announceRetirement();
            group.monitor().onWorkerDied(before, e);
            return false;
        } finally {
            group.watch();
        }
    }

    @Override
    public void run() {
        Throwable cause;
        do {
            born = System.nanoTime();
            cause = loop.serve();
        } while (cause != null && !replace(cause));
    }

    /**
     * Hands the worker to a new thread, after a pause that grows while one thread after the other dies young.
     *
     * @return false if there cannot be one: the dying thread has to go on
     */
    private boolean replace(Throwable cause) {
        WorkerThread self = thread;
        pause = nextPause(System.nanoTime() - born);
        try {
            group.monitor().onWorkerDied(self, cause); // as long as it is ours: the monitor may make cells ready
            rest(pause);
            launch();
            return true;
        } catch (Throwable e) { // no memory, or no more threads
            thread = self;
            return false;
        }
    }

    private long nextPause(long lived) {
        if (lived >= HEALTHY_LIFE) {
            return 0;
        }
        return pause == 0 ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, pause * 2);
    }

    private void rest(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !group.isStopped(); left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            Thread.interrupted(); // left behind by a turn, it would keep this thread from sleeping
        }
    }

    /**
     * Makes a new thread the worker's and starts it; if the group has ended, ends what waits. Owner only, and the last it
     * does.
     */
    private boolean launch() {
        WorkerThread fresh = threads.apply(this, name);
        fresh.setContextClassLoader(loader);
        fresh.setPriority(priority);
        thread = fresh;
        boolean started = group.threads().start(fresh);
        if (!started) {
            queues.abandonAll(group);
        }
        return started;
    }

    // ---- sleep ---------------------------------------------------------------------------------------------------

    /** Wakes the thread if it is parked. Any thread. Returns whether it was. */
    boolean wake() {
        if (inbox.endPark()) {
            LockSupport.unpark(thread);
            return true;
        }
        return false;
    }

    /**
     * Sleeps until woken, or retires if that is asked for. Owner only.
     *
     * @return false if the thread has lost the worker and must end
     */
    boolean sleep() {
        if (!inbox.isWanted()) {
            return !retires();
        }
        park();
        return true;
    }

    /** Whether the thread has retired; otherwise there was a reason to stay. */
    private boolean retires() {
        WorkerThread self = thread;
        group.retired(1); // before the announcement: whoever revives the worker takes it back
        inbox.announceRetirement();
        if ((stealer.hasWork() || inbox.isWanted()) && inbox.endRetirement()) {
            group.retired(-1);
            thread = self; // meanwhile others may have been revived and have retired
            group.watch();
            return false;
        }
        group.callReliefAgain(WorkerGroup.NOBODY); // while this worker was busy there was nobody to be called
        return true;
    }

    private void park() {
        counters.parks++; // before the announcement: whoever sees the worker parked sees it counted
        inbox.announcePark();
        group.parked(1);
        if (stealer.hasWork() || !inbox.isWanted()) {
            inbox.endPark();
        } else {
            sleepAndLook();
        }
        group.parked(-1);
        stealer.wakesUp();
        group.awake();
    }

    private void sleepAndLook() {
        while (inbox.state() == WorkerInbox.PARKED && !group.isStopped()) {
            long nanos = stealer.look();
            if (nanos == 0) {
                inbox.endPark();
            } else if (inbox.state() != WorkerInbox.PARKED) {
                break; // woken meanwhile; whatever the look has waited for may have used up the permit to go on
            } else if (nanos == WorkStealer.FOREVER) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
            Thread.interrupted(); // left behind by a turn, it would keep this thread from sleeping
        }
    }

    /** Lets the thread look after others, without ending its sleep. Any thread. Returns whether it sleeps. */
    boolean nudge() {
        if (inbox.state() != WorkerInbox.PARKED) {
            return false;
        }
        LockSupport.unpark(thread);
        return true;
    }
}
