// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
abstract class WorkerLifecycle implements Runnable {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    /** A thread that lived so long was no victim of what killed the one before it. */
    private static final long HEALTHY_LIFE = LONGEST_PAUSE;

    static final long FOREVER = Long.MAX_VALUE;

    final WorkerGroup group;
    final WorkerInbox inbox = new WorkerInbox();
    final WorkerCounters counters = new WorkerCounters();

    /**
     * The thread that owns the worker. A plain field is enough, so that asking "am I it?" costs what it did when the field
     * was final: it is written before the thread starts, hence a worker's own thread always finds itself here, and no
     * other thread can mistake itself for it, whichever older value it sees. Who wakes the thread has read the state that
     * the thread announced, and with it this field. The watchdog may see an older one for a moment: a look later it sees
     * the new one.
     */
    WorkerThread thread;

    private final String name;
    private final @Nullable ClassLoader loader;
    private final int priority;
    /** When this life began, and the pause before the next one. Owner only. */
    private long born;

    private long pause;

    /** Remembers what a thread takes over from its maker, as successors may be made by anybody. */
    @SuppressWarnings("this-escape") // the thread does not run before the worker is complete
    WorkerLifecycle(WorkerGroup group, String name) {
        this.group = group;
        this.name = name;
        this.loader = Thread.currentThread().getContextClassLoader();
        this.priority = Thread.currentThread().getPriority();
        this.thread = newThread(name); // never started; spares all others the question whether there is one
        inbox.announceRetirement();
        group.retired(1);
    }

    /** A thread that runs this worker. */
    abstract WorkerThread newThread(String threadName);

    /**
     * Runs cells until the group stops, and ends those that are left then; returns what ended it before, with no cell in its
     * hands. Owner only.
     */
    abstract @Nullable Throwable serve();

    /** Ends all cells that wait here, as nobody will run them. After the end of the group. Owner only, and the last it does. */
    abstract void abandonWaiting();

    /** Whether any of the worker's sources has something for it. Any thread. */
    abstract boolean hasWork();

    /**
     * Looks after others before the thread sleeps, or goes on to sleep. Owner only, after it has announced that it sleeps.
     *
     * @return the time to sleep until the next look, in nanoseconds; {@link #FOREVER}: it sleeps until it is woken; 0: it has got
     *     something to do
     */
    abstract long look();

    /** The thread is about to work again, whatever woke it. Owner only. */
    abstract void wakesUp();

    // ---- birth and death -----------------------------------------------------------------------------------------

    /**
     * Gives the worker a thread unless it has one, and withdraws what {@link #retire} has asked for. Any thread, at any
     * time.
     *
     * @return whether a thread was started
     */
    final boolean start() {
        inbox.want(true);
        return revive();
    }

    /**
     * Asks the worker to give up its thread as soon as it has nothing to do; then {@link #start} or a cell that is handed to
     * it gives it a new one. Any thread, at any time; returns at once. A wish that comes while the worker is being revived
     * is void.
     */
    final void retire() {
        inbox.want(false);
        wake();
    }

    /** Sees to it that a thread looks at the inlet, where the caller has put something. Any thread. */
    final void rouse() {
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
    public final void run() {
        Throwable cause;
        do {
            born = System.nanoTime();
            cause = serve();
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
        group.monitor().onWorkerDied(self, cause); // as long as it is ours: the monitor may make cells ready
        rest(pause);
        try {
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
        WorkerThread fresh = newThread(name);
        fresh.setContextClassLoader(loader);
        fresh.setPriority(priority);
        thread = fresh;
        boolean started = group.threads().start(fresh);
        if (!started) {
            abandonWaiting();
        }
        return started;
    }

    // ---- sleep ---------------------------------------------------------------------------------------------------

    /** Wakes the thread if it is parked. Any thread. Returns whether it was. */
    final boolean wake() {
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
    final boolean sleep() {
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
        if ((hasWork() || inbox.isWanted()) && inbox.endRetirement()) {
            group.retired(-1);
            thread = self; // meanwhile others may have been revived and have retired
            group.watch();
            return false;
        }
        return true;
    }

    private void park() {
        inbox.announcePark();
        group.parked(1);
        if (hasWork() || !inbox.isWanted()) {
            inbox.endPark();
        } else {
            counters.parks++;
            sleepAndLook();
        }
        group.parked(-1);
        wakesUp();
        group.awake();
    }

    private void sleepAndLook() {
        while (inbox.state() == WorkerInbox.PARKED && !group.isStopped()) {
            long nanos = look();
            if (nanos == 0) {
                inbox.endPark();
            } else if (inbox.state() != WorkerInbox.PARKED) {
                break; // woken meanwhile; whatever the look has waited for may have used up the permit to go on
            } else if (nanos == FOREVER) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
            Thread.interrupted(); // left behind by a turn, it would keep this thread from sleeping
        }
    }

    /** Lets the thread look after others, without ending its sleep. Any thread. Returns whether it sleeps. */
    final boolean nudge() {
        if (inbox.state() != WorkerInbox.PARKED) {
            return false;
        }
        LockSupport.unpark(thread);
        return true;
    }
}
