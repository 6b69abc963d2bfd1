// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.thread.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher with a fixed number of workers, not all of which need to have a thread; the policy makes it dedicated or
 * stealing.
 */
final class WorkerGroup implements CellDispatcher {
    /** The index of no worker. */
    static final int NOBODY = -1;

    private final WorkerConfig config;
    private final SchedulingPolicy policy;
    private final Worker[] workers;
    private final WorkerThreads threads = new WorkerThreads();
    private final Watchdog watchdog;
    private final int maxSearching;
    private final AtomicInteger searching = new AtomicInteger();
    private final AtomicInteger parked = new AtomicInteger();
    private final AtomicInteger retired = new AtomicInteger();
    private final AtomicInteger nextHome = new AtomicInteger();
    /** One wake-up for a backlog at a time: set by the waker, cleared by the woken. */
    private final AtomicBoolean waking = new AtomicBoolean();

    private final ReliefDuty relief = new ReliefDuty();
    private final CrossTraffic crossTraffic = new CrossTraffic(System.nanoTime());

    private volatile boolean stopped;
    private final Monitors monitors = new Monitors();

    /** Messages without a rest after which a worker asks for help; 0: it is not measured at all. */
    private final int overloadMessages;
    /** Cells that woke on a worker which was not available. */
    private final LongAdder redirected = new LongAdder();

    /** Set before the first worker starts. */
    private @Nullable BalancerThread balancer;

    private WorkerGroup(WorkerConfig config, SchedulingPolicy policy, int overloadMessages) {
        this.overloadMessages = overloadMessages;
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
    static WorkerGroup start(WorkerConfig config, SchedulingPolicy policy) {
        return start(config, policy, config.workers());
    }

    /**
     * A group.
     *
     * @param initial how many of the workers are given a thread at once; the others are retired
     */
    static WorkerGroup start(WorkerConfig config, SchedulingPolicy policy, int initial) {
        if (initial < 0 || initial > config.workers()) {
            throw new IllegalArgumentException("initial must be between 0 and " + config.workers() + ": initial="
                    + initial + ", dispatcher=" + config.name());
        }
        WorkerGroup group = new WorkerGroup(config, policy, 0);
        group.start(initial);
        return group;
    }

    private void start(int initial) {
        for (int i = 0; i < initial; i++) {
            workers[i].start();
        }
        watchdog.thread().start();
    }

    /** A group whose workers are measured; none is started yet. */
    static WorkerGroup measured(WorkerConfig config, SchedulingPolicy policy, int overloadMessages) {
        return new WorkerGroup(config, policy, overloadMessages);
    }

    /** Starts the first worker of a measured group and its balancer. */
    void start(BalancerThread balancerThread) {
        balancer = balancerThread;
        start(1);
        balancerThread.thread().start();
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public String toString() {
        return "Dispatcher[" + name() + "]";
    }

    @Override
    public CellHome home() {
        return workers[Math.floorMod(nextHome.getAndIncrement(), workers.length)];
    }

    @Override
    public CellHome home(int worker) {
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
    public void monitor(WorkerMonitor monitor) {
        monitors.add(monitor);
    }

    @Override
    public void forget(WorkerMonitor monitor) {
        monitors.remove(monitor);
    }

    @Override
    public boolean close(Duration deadline) {
        return close(deadline, this);
    }

    /**
     * Ends all threads. Each one abandons what is left in its own queue as the last it does; what other threads have handed
     * over is abandoned here or by them.
     *
     * @param dispatcher what the monitors know
     */
    boolean close(Duration deadline, CellScheduler dispatcher) {
        stopped = true;
        List<Thread> all = threads.close();
        all.add(watchdog.thread());
        if (balancer != null) {
            all.add(balancer.thread());
        }
        all.forEach(LockSupport::unpark); // asleep for whatever reason, they look up and see the end
        boolean inTime = Threads.join(all, deadline);
        for (Worker worker : workers) {
            worker.queues().abandonInjected(this);
        }
        if (policy.relocates()) {
            abandonBehindLateTurns();
        }
        monitors.onClosed(dispatcher, false, closedError());
        return inTime;
    }

    /** What waits behind a turn that does not end can be taken from there as thieves do it. */
    private void abandonBehindLateTurns() {
        RunQueue taken = new RunQueue(false);
        for (Worker worker : workers) {
            worker.queues().moveAllTo(taken);
        }
        for (Cell cell = taken.poll(); cell != null; cell = taken.poll()) {
            abandon(cell);
        }
    }

    /** Ends a cell that nobody will run. Only for who holds it. */
    void abandon(Cell cell) {
        try {
            cell.abandon(closedError());
        } catch (Throwable e) { // the next one must be told, too
            turnFailed(cell, e);
        }
    }

    private Throwable closedError() {
        return Monitors.closedError(config.name());
    }

    // ---- for the workers -----------------------------------------------------------------------------------------

    WorkerThreads threads() {
        return threads;
    }

    SchedulingPolicy policy() {
        return policy;
    }

    boolean isStopped() {
        return stopped;
    }

    Worker worker(int index) {
        return workers[Math.floorMod(index, workers.length)];
    }

    WorkerMonitor monitor() {
        return monitors;
    }

    void turnFailed(Cell cell, Throwable failure) {
        monitors.onTurnFailed(cell, failure);
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

    /** A worker is to run what waits elsewhere. If it has no thread, that is a decision like those of the balancer. */
    void startFor(Worker worker) {
        if (balancer != null && !worker.isRunning()) {
            balancer.start(worker);
        }
    }

    void retired(int delta) {
        retired.addAndGet(delta);
    }

    /** A worker has left its sleep. */
    void awake() {
        waking.set(false);
        watch();
    }

    /** A loop is about to run a cell of a worker. */
    void inlineTurnTaken() {
        watchdog.inlineTurnTaken();
    }

    /** There may be something to watch again. */
    void watch() {
        watchdog.wake();
        if (balancer != null) {
            balancer.wake();
        }
    }

    /** Who is to run a cell whose home is in a long turn: a worker that is not, rather an idle one; home if there is none. */
    Worker standIn(Worker home) {
        Worker best = home;
        for (int i = 1; i < workers.length; i++) {
            Worker worker = worker(home.index() + i);
            if (worker.isSlow() || !worker.isAvailable()) {
                continue;
            }
            if (worker.isIdle()) {
                return worker;
            }
            best = best == home || worker.queued() < best.queued() ? worker : best;
        }
        return best;
    }

    /** Another worker that has nothing to do, rather one that has a thread; null if there is none. */
    @Nullable
    Worker idleBeside(Worker busy) {
        Worker idle = null;
        for (int i = 1; i < workers.length; i++) {
            Worker worker = worker(busy.index() + i);
            if (worker.isIdle() && (idle == null || !idle.isRunning())) {
                idle = worker;
            }
        }
        return idle;
    }

    /**
     * More than one cell waits at a worker: wakes a thief, unless one searches already. Nobody is revived for that. Where workers
     * call each other all the time, somebody only looks whether the cells get ahead.
     */
    void offerBacklog(int at) {
        if (crossTraffic.isHeavy()) {
            callRelief(at);
        } else if (parked.get() > 0 && searching.get() == 0 && !waking.get() && waking.compareAndSet(false, true)) {
            wakeOne(at);
        }
    }

    /** The next one after the worker whose backlog it is, so that not all wake the same one. */
    private void wakeOne(int at) {
        for (int i = 1; i < workers.length; i++) {
            if (worker(at + i).wake()) {
                return;
            }
        }
        waking.set(false);
    }

    /**
     * A cell waits at a worker behind a turn that may be long: if nobody looks after such cells, wakes somebody who does. Any
     * thread, on hot paths: one read while somebody looks, two or three if nobody could.
     */
    void callRelief(int at) {
        if (relief.isOff() && (parked.get() > 0 || canRevive()) && relief.call()) {
            nudgeOne(at);
        }
    }

    /** Whether there is a worker without a thread that may get one because cells wait. Any thread; racy. */
    boolean canRevive() {
        return overloadMessages != 0 && retired.get() > 0;
    }

    private void nudgeOne(int at) {
        for (int i = 1; i < workers.length; i++) {
            if (worker(at + i).nudge()) {
                return;
            }
        }
        if (canRevive()) {
            watchdog.hurry();
        } else {
            relief.recall();
        }
    }

    ReliefDuty relief() {
        return relief;
    }

    /** Whether workers call each other all the time. Any thread. */
    boolean isCrossTrafficHeavy() {
        return crossTraffic.isHeavy();
    }

    /** A worker without work looks whether workers call each other all the time. Any thread. */
    void lookAtCrossTraffic() {
        if (sharesBacklogs()) { // otherwise a balancer sees it, and decides
            crossTraffic.look(System.nanoTime(), workers);
        }
    }

    /**
     * Calls somebody if cells wait: who made them wait has called nobody, as there was somebody on duty, or nobody to be called.
     * After the announcement of whatever has changed that. Any thread.
     *
     * @param except index of a worker whose cells do not count, or {@link #NOBODY}
     */
    void callReliefAgain(int except) {
        for (Worker worker : workers) {
            if (worker.index() != except && worker.hasWaiting()) {
                callRelief(worker.index());
            }
        }
    }

    /**
     * Whether cells wait at a worker. Any thread; racy.
     *
     * @param except index of a worker that does not count, or {@link #NOBODY}
     */
    boolean hasWaiting(int except) {
        for (Worker worker : workers) {
            if (worker.index() != except && worker.hasWaiting()) {
                return true;
            }
        }
        return false;
    }

    /** Whether no other worker is at work. Any thread; racy. */
    boolean isResting(int except) {
        for (Worker worker : workers) {
            if (worker.index() != except && !worker.isIdle()) {
                return false;
            }
        }
        return true;
    }

    boolean hasBacklog(int except) {
        for (Worker worker : workers) {
            if (worker.index() != except && worker.hasBacklog()) {
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

    // ---- for balanced groups -------------------------------------------------------------------------------------

    /** Whether backlogs are open to other workers unless somebody decides otherwise. */
    boolean sharesBacklogs() {
        return policy.steals() && overloadMessages == 0;
    }

    @Nullable
    WorkerSampler newSampler(int worker) {
        return overloadMessages == 0 ? null : new WorkerSampler(worker, overloadMessages, this::help);
    }

    private void help() {
        if (balancer != null) {
            balancer.help();
        }
    }

    /** The worker of the calling thread or, outside of this group, the next one that runs. */
    Worker near() {
        if (Thread.currentThread() instanceof WorkerThread caller
                && caller.worker().group() == this
                && caller.worker().isAvailable()) {
            return caller.worker();
        }
        return runningNo(nextHome.getAndIncrement());
    }

    /** The worker of this index or, if it does not run, one that does. */
    Worker runningNo(int number) {
        Worker worker = worker(number);
        if (worker.isAvailable()) {
            return worker;
        }
        int running = running();
        int skip = running == 0 ? 0 : Math.floorMod(number, running);
        for (Worker other : workers) {
            if (other.isAvailable() && skip-- == 0) {
                return other;
            }
        }
        return workers[0];
    }

    /** Another worker, if possible one that runs: a different one for every number. */
    Worker other(Worker than, int number) {
        int others = 0;
        for (Worker worker : workers) {
            others += worker != than && worker.isAvailable() ? 1 : 0;
        }
        int skip = others == 0 ? 0 : Math.floorMod(number, others);
        for (Worker worker : workers) {
            if (worker != than && worker.isAvailable() && skip-- == 0) {
                return worker;
            }
        }
        return worker(than.index() + 1); // it will be revived
    }

    /** A new home for a cell that wakes up where nobody will run it soon. Called by who schedules it. */
    Worker deputy(Cell cell, Worker home, @Nullable Worker by) {
        Worker deputy = by != null && by != home && by.isAvailable() ? by : other(home, nextHome.getAndIncrement());
        cell.migrate(home, deputy);
        redirected.increment();
        return deputy;
    }

    /** How many cells {@link #deputy} has sent elsewhere. */
    long redirected() {
        return redirected.sum();
    }
}
