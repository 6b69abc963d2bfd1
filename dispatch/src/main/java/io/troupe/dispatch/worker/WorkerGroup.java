// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Ready;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A dispatcher with a fixed number of workers, not all of which need to have a thread; the policy makes it dedicated or
 * stealing.
 */
final class WorkerGroup implements Dispatcher {
    private final WorkerConfig config;
    private final Policy policy;
    private final Worker[] workers;
    private final WorkerThreads threads = new WorkerThreads();
    private final Watchdog watchdog;
    private final int maxSearching;
    private final AtomicInteger searching = new AtomicInteger();
    private final AtomicInteger parked = new AtomicInteger();
    private final AtomicInteger nextHome = new AtomicInteger();
    /** One wake-up for a backlog at a time: set by the waker, cleared by the woken. */
    private final AtomicBoolean waking = new AtomicBoolean();

    private volatile boolean stopped;
    private volatile WorkerMonitor monitor = WorkerMonitor.NONE;

    private WorkerGroup(WorkerConfig config, Policy policy) {
        this.config = config;
        this.policy = policy;
        this.maxSearching = Math.max(1, config.workers() / 2);
        this.workers = new Worker[config.workers()];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(this, i, config.name() + "-worker-" + i, config);
        }
        this.watchdog = new Watchdog(this, workers, config);
    }

    /** A group all of whose workers have a thread. */
    static WorkerGroup start(WorkerConfig config, Policy policy) {
        return start(config, policy, config.workers());
    }

    /**
     * A group.
     *
     * @param initial how many of the workers are given a thread at once; the others are retired
     */
    static WorkerGroup start(WorkerConfig config, Policy policy, int initial) {
        if (initial < 0 || initial > config.workers()) {
            throw new IllegalArgumentException("initial must be between 0 and " + config.workers() + ": initial="
                    + initial + ", dispatcher=" + config.name());
        }
        WorkerGroup group = new WorkerGroup(config, policy);
        for (int i = 0; i < initial; i++) {
            group.workers[i].start();
        }
        group.watchdog.thread().start();
        return group;
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public Ready home() {
        return workers[Math.floorMod(nextHome.getAndIncrement(), workers.length)];
    }

    @Override
    public Ready home(int worker) {
        return workers[Math.floorMod(worker, workers.length)];
    }

    @Override
    public int workers() {
        return workers.length;
    }

    @Override
    public void migrate(Cell cell, int worker) {
        if (worker < 0 || worker >= workers.length) {
            throw new IllegalArgumentException("worker must be between 0 and " + (workers.length - 1) + ": worker="
                    + worker + ", dispatcher=" + config.name());
        }
        cell.migrate(workers[worker]);
    }

    @Override
    public boolean mayBlock() {
        return false;
    }

    @Override
    public List<WorkerStats> stats() {
        List<WorkerStats> all = new ArrayList<>(workers.length);
        for (Worker worker : workers) {
            all.add(worker.stats());
        }
        return all;
    }

    @Override
    public void monitor(WorkerMonitor newMonitor) {
        monitor = new GuardedMonitor(newMonitor);
    }

    @Override
    public boolean close(Duration deadline) {
        stopped = true;
        List<Thread> all = threads.close();
        all.add(watchdog.thread());
        all.forEach(LockSupport::unpark); // asleep for whatever reason, they look up and see the end
        return Threads.join(all, deadline);
    }

    // ---- for the workers -----------------------------------------------------------------------------------------

    WorkerThreads threads() {
        return threads;
    }

    Policy policy() {
        return policy;
    }

    boolean isStopped() {
        return stopped;
    }

    Worker worker(int index) {
        return workers[Math.floorMod(index, workers.length)];
    }

    WorkerMonitor monitor() {
        return monitor;
    }

    void turnFailed(Cell cell, Throwable failure) {
        monitor.onTurnFailed(cell, failure);
    }

    /** Whether one more worker may search; at most half of them do at a time. */
    boolean startSearching() {
        if (searching.get() >= maxSearching) {
            return false;
        }
        if (searching.incrementAndGet() > maxSearching) {
            searching.decrementAndGet();
            return false;
        }
        return true;
    }

    void stopSearching() {
        searching.decrementAndGet();
    }

    void parked(int delta) {
        parked.addAndGet(delta);
    }

    /** A worker has left its sleep. */
    void awake() {
        waking.set(false);
        watch();
    }

    /** There may be something to watch again. */
    void watch() {
        watchdog.wake();
    }

    /** More than one cell waits somewhere: wakes a thief, unless one searches already. Nobody is revived for that. */
    void offerBacklog() {
        if (parked.get() > 0 && searching.get() == 0 && !waking.get() && waking.compareAndSet(false, true)) {
            wakeOne();
        }
    }

    private void wakeOne() {
        for (Worker worker : workers) {
            if (worker.wake()) {
                return;
            }
        }
        waking.set(false);
    }

    boolean hasBacklog(Worker except) {
        for (Worker worker : workers) {
            if (worker != except && worker.hasBacklog()) {
                return true;
            }
        }
        return false;
    }

    boolean hasParked() {
        return parked.get() > 0;
    }

    /**
     * Whether no thread of a worker is awake. Exact enough to go to sleep after an announcement: a worker seen at rest here
     * leaves that state afterwards, and looks for the announcement then.
     */
    boolean allParked() {
        for (Worker worker : workers) {
            if (!worker.isResting()) {
                return false;
            }
        }
        return true;
    }

    /** How many workers have a thread. Any thread; racy. */
    int running() {
        int count = 0;
        for (Worker worker : workers) {
            count += worker.isRunning() ? 1 : 0;
        }
        return count;
    }
}
