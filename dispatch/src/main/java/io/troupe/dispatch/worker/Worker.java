// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Ready;
import io.troupe.dispatch.cell.ReadyStack;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.idle.IdleStrategy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread that runs ready cells, and the home of the cells assigned to it. The thread pushes to its own queue; all
 * others inject.
 *
 * <p>Known race: parking while something is injected. The worker announces that it parks and looks at all sources
 * again; the injector pushes and looks at the announcement then. One of the two sees the other.
 */
final class Worker implements Ready, Runnable {
    private static final int PROBE_EVERY = 32;
    private static final int BACKLOG = 2;
    private static final VarHandle STATE;

    /** In a turn, or about to look for one. */
    private static final int BUSY = 0;
    /** Found nothing, looks again from time to time. */
    private static final int SEARCHING = 1;
    /** Asleep until woken. */
    private static final int PARKED = 2;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Worker.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final WorkerGroup group;
    private final int index;
    private final Policy policy;
    private final IdleStrategy idle;
    private final TurnLimits limits;
    private final WorkerThread thread;
    private final RunQueue queue;
    private final ReadyStack injected = new ReadyStack();

    /** Written by this thread, PARKED → BUSY by whoever wakes it. */
    private volatile int state = BUSY;

    /** Counters, written by this thread, read racily. */
    private long turns;

    private long steals;
    private long parks;
    private int victim;

    Worker(WorkerGroup group, int index, String name, WorkerConfig config) {
        this.group = group;
        this.index = index;
        this.policy = group.policy();
        this.idle = config.idle();
        this.limits = config.limits();
        this.thread = new WorkerThread(this, name);
        this.queue = new RunQueue(policy.steals());
    }

    @Override
    public void onReady(Cell cell) {
        Thread caller = Thread.currentThread();
        if (caller == thread) {
            enqueue(cell);
            return;
        }
        Worker by = caller instanceof WorkerThread other && other.worker().group == group ? other.worker() : null;
        Worker chosen = policy.place(this, by);
        if (chosen == by) {
            by.enqueue(cell);
        } else {
            chosen.inject(cell);
        }
    }

    /** Appends to the own queue. This thread only. */
    private void enqueue(Cell cell) {
        queue.push(cell);
        if (policy.steals() && queue.size() >= BACKLOG) {
            group.offerBacklog();
        }
    }

    /** Hands a cell over from another thread. */
    void inject(Cell cell) {
        injected.push(cell);
        wake();
    }

    /** Wakes the thread if it is parked. Any thread. Returns whether it was. */
    boolean wake() {
        if (state == PARKED && STATE.compareAndSet(this, PARKED, BUSY)) {
            LockSupport.unpark(thread);
            return true;
        }
        return false;
    }

    @Override
    public void run() {
        int rounds = 0;
        while (!group.isStopped()) {
            Cell cell = next();
            if (cell != null) {
                rounds = 0;
                runTurn(cell);
            } else {
                rounds = rest(rounds);
            }
        }
    }

    private @Nullable Cell next() {
        if (!injected.isEmpty()) {
            takeInjected();
        }
        return queue.poll();
    }

    private void takeInjected() {
        Cell cell = injected.takeAll();
        while (cell != null) {
            Cell following = ReadyStack.next(cell);
            queue.push(cell);
            cell = following;
        }
        if (policy.steals() && queue.size() > BACKLOG) {
            group.offerBacklog();
        }
    }

    private void runTurn(Cell cell) {
        if (state != BUSY) {
            becomeBusy();
        }
        if (!policy.runsHere(cell, this)) {
            cell.home().onReady(cell);
            return;
        }
        turns++;
        boolean again = true;
        thread.running(cell);
        try {
            again = cell.turn(limits);
        } catch (Throwable e) {
            group.turnFailed(cell, e);
        } finally {
            thread.running(null);
        }
        if (again) {
            queue.push(cell);
        }
    }

    private void becomeBusy() {
        state = BUSY;
        group.stopSearching();
    }

    /** Passes idle time; returns the number of idle rounds in a row. */
    private int rest(int rounds) {
        if (state == BUSY) {
            if (!group.startSearching()) {
                park();
                return 0;
            }
            state = SEARCHING;
        }
        if (policy.steals() && rounds % PROBE_EVERY == PROBE_EVERY - 1 && steal(BACKLOG)) {
            return 0;
        }
        if (idle.idle(rounds)) {
            return rounds + 1;
        }
        becomeBusy();
        park();
        return 0;
    }

    private boolean steal(int atLeast) {
        Worker from = group.worker(victim++);
        if (from == this) {
            from = group.worker(victim++);
        }
        if (from == this || from.queue.stealInto(queue, atLeast) == 0) {
            return false;
        }
        steals++;
        return true;
    }

    private void park() {
        STATE.setVolatile(this, PARKED);
        group.parked(1);
        if (hasWork()) {
            wakeItself();
        } else {
            parks++;
            while (state == PARKED && !group.isStopped()) {
                LockSupport.park(this);
            }
        }
        group.parked(-1);
        group.awake();
    }

    private void wakeItself() {
        STATE.compareAndSet(this, PARKED, BUSY);
    }

    private boolean hasWork() {
        return !injected.isEmpty() || (policy.steals() && group.hasBacklog(this));
    }

    // ---- seen by others ------------------------------------------------------------------------------------------

    /** Whether this worker has nothing to do at the moment. Any thread; racy. */
    boolean isIdle() {
        return state != BUSY;
    }

    /** Whether nothing waits in the own queue. This thread only. */
    boolean isQueueEmpty() {
        return queue.size() == 0;
    }

    boolean hasBacklog() {
        return queue.size() >= BACKLOG;
    }

    boolean hasWaiting() {
        return queue.size() > 0 || !injected.isEmpty();
    }

    /** Gives away what waits behind a stuck turn, into a queue of the calling thread's. */
    void surrender(RunQueue to) {
        int taken;
        do {
            taken = queue.stealInto(to, 1);
        } while (taken > 0);
        Cell cell = injected.takeAll();
        while (cell != null) {
            Cell following = ReadyStack.next(cell);
            to.push(cell);
            cell = following;
        }
    }

    WorkerThread thread() {
        return thread;
    }

    long turns() {
        return turns;
    }

    WorkerStats stats() {
        return new WorkerStats(index, turns, steals, parks, queue.size(), state == PARKED);
    }

    int index() {
        return index;
    }
}
