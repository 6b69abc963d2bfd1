// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Ready;
import io.troupe.dispatch.cell.ReadyStack;
import io.troupe.dispatch.cell.Spacer;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.idle.IdleStrategy;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread that runs ready cells, and the home of the cells assigned to it. The thread pushes to its own queue; all
 * others use the inlet.
 */
final class Worker implements Ready, Runnable {
    private static final int PROBE_EVERY = 32;
    private static final int BACKLOG = 2;
    /** Idle rounds that every worker may spin; beyond them only half of the workers at a time do. */
    private static final int FREE_ROUNDS = 200;
    /** Fewer messages than this in a turn are hardly worth its price. */
    private static final int SMALL_TURN = 64;
    /** More than this, and there is no need to wait for them. */
    private static final int FULL_TURN = 400;

    private static final int MAX_GATHER_SPINS = 255;

    private final WorkerGroup group;
    private final int index;
    private final Policy policy;
    private final IdleStrategy idle;
    private final TurnLimits limits;
    private final WorkerThread thread;
    private final RunQueue queue;
    private final Inlet inlet = new Inlet();
    private final Tally tally = new Tally();

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
            cell.calledFromHome();
            enqueue(cell);
            return;
        }
        Worker by = caller instanceof WorkerThread other && other.worker().group == group ? other.worker() : null;
        cell.wokenFromOutside(by == null);
        Worker chosen = policy.place(cell, this, by);
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
        inlet.push(cell);
        wake();
    }

    /** Wakes the thread if it is parked. Any thread. Returns whether it was. */
    boolean wake() {
        if (inlet.endPark()) {
            LockSupport.unpark(thread);
            return true;
        }
        return false;
    }

    // ---- the loop ------------------------------------------------------------------------------------------------

    @Override
    public void run() {
        Cell lingering = null;
        while (!group.isStopped()) {
            Cell cell = next();
            if (cell == null) {
                lingering = rest(lingering);
                continue;
            }
            if (lingering != null) {
                giveUp(lingering);
            }
            lingering = runTurn(cell);
        }
    }

    private @Nullable Cell next() {
        if (!inlet.isEmpty()) {
            takeInjected();
        }
        return queue.poll();
    }

    private void takeInjected() {
        Cell cell = inlet.takeAll();
        while (cell != null) {
            Cell following = ReadyStack.next(cell);
            queue.push(cell);
            cell = following;
        }
        if (policy.steals() && queue.size() > BACKLOG) {
            group.offerBacklog();
        }
    }

    /** Runs one turn; returns the cell if it has nothing more to do and this worker neither. */
    private @Nullable Cell runTurn(Cell cell) {
        if (!policy.runsHere(cell, this)) {
            cell.home().onReady(cell);
            return null;
        }
        tally.turns++;
        boolean alive = true;
        long before = cell.deliveredCount();
        thread.running(cell);
        try {
            alive = cell.work(limits);
        } catch (Throwable e) {
            alive = !cell.isClosed();
            group.turnFailed(cell, e);
        } finally {
            thread.running(null);
        }
        return alive ? afterTurn(cell, before) : null;
    }

    private @Nullable Cell afterTurn(Cell cell, long deliveredBefore) {
        if (cell.hasWork()) {
            if (queue.isEmpty() && inlet.isEmpty()) {
                gather(cell.deliveredCount() - deliveredBefore);
            }
            queue.push(cell);
            return null;
        }
        if (queue.isEmpty() && inlet.isEmpty() && policy.lingers(cell)) {
            return cell;
        }
        giveUp(cell);
        return null;
    }

    /**
     * Waits a moment when a cell that is alone here gets its messages one by one as fast as it takes them: then sender
     * and worker fight for the line of the inbox's head with every message. After the moment a whole chain is taken for
     * the price of one. The moment grows while turns stay small and shrinks when they do not.
     */
    private void gather(long delivered) {
        if (delivered < SMALL_TURN) {
            tally.gatherSpins = Math.min(MAX_GATHER_SPINS, tally.gatherSpins * 2 + 1);
        } else if (delivered > FULL_TURN) {
            tally.gatherSpins = Math.max(0, tally.gatherSpins - tally.gatherSpins / 8 - 1);
        }
        for (int i = tally.gatherSpins; i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    private void giveUp(Cell cell) {
        if (!cell.rest()) {
            queue.push(cell);
        }
    }

    // ---- without work --------------------------------------------------------------------------------------------

    /**
     * Passes time until there is a cell to run, or parks. A cell that lingers is polled meanwhile: whoever sends to it
     * finds it owned and has nothing to schedule, which makes a conversation across workers several times faster.
     *
     * @return the cell if it still lingers
     */
    private @Nullable Cell rest(@Nullable Cell lingering) {
        inlet.hint(Inlet.SEARCHING);
        boolean found = search(lingering);
        inlet.hint(Inlet.BUSY);
        if (lingering != null) {
            if (lingering.hasWork()) {
                queue.push(lingering);
                return null;
            }
            if (found) {
                return lingering;
            }
            giveUp(lingering);
        }
        if (!found && queue.isEmpty()) {
            park();
        }
        return null;
    }

    /** Looks around until something is found (true) or it is time to park (false). */
    private boolean search(@Nullable Cell lingering) {
        boolean found = false;
        boolean permitted = false;
        for (int round = 0; !group.isStopped(); round++) {
            found = (lingering != null && lingering.hasWork()) || !inlet.isEmpty() || (isStealRound(round) && steal());
            if (found || !idle.idle(round)) {
                break;
            }
            if (round == FREE_ROUNDS) {
                permitted = group.startSearching();
                if (!permitted) {
                    break;
                }
            }
        }
        if (permitted) {
            group.stopSearching();
        }
        return found || (policy.steals() && steal()); // the strategy may have given up before the first probe
    }

    private boolean isStealRound(int round) {
        return policy.steals() && round % PROBE_EVERY == PROBE_EVERY - 1;
    }

    private boolean steal() {
        Worker from = group.worker(tally.victim++);
        if (from == this) {
            from = group.worker(tally.victim++);
        }
        if (from == this || from.queue.stealInto(queue, BACKLOG) == 0) {
            return false;
        }
        tally.steals++;
        tally.raids++;
        return true;
    }

    private void park() {
        tally.raids = 0;
        inlet.announcePark();
        group.parked(1);
        if (hasWork()) {
            inlet.endPark();
        } else {
            tally.parks++;
            while (inlet.state() == Inlet.PARKED && !group.isStopped()) {
                LockSupport.park(this);
                Thread.interrupted(); // left behind by a turn, it would keep this thread from sleeping
            }
        }
        group.parked(-1);
        group.awake();
    }

    private boolean hasWork() {
        return !inlet.isEmpty() || (policy.steals() && group.hasBacklog(this));
    }

    // ---- seen by others ------------------------------------------------------------------------------------------

    /** Whether this worker has nothing to do at the moment. Any thread; racy. */
    boolean isIdle() {
        return inlet.state() != Inlet.BUSY;
    }

    /** Whether nothing waits in the own queue. This thread only. */
    boolean isQueueEmpty() {
        return queue.isEmpty();
    }

    int queued() {
        return queue.size();
    }

    /** How often this worker had to steal since it slept the last time. This thread only. */
    int raids() {
        return tally.raids;
    }

    boolean hasBacklog() {
        return queue.size() >= BACKLOG;
    }

    boolean hasWaiting() {
        return !queue.isEmpty() || !inlet.isEmpty();
    }

    /** Gives away what waits behind a stuck turn, into a queue of the calling thread's. */
    void surrender(RunQueue to) {
        int taken;
        do {
            taken = queue.stealInto(to, 1);
        } while (taken > 0);
        Cell cell = inlet.takeAll();
        while (cell != null) {
            Cell following = ReadyStack.next(cell);
            to.push(cell);
            cell = following;
        }
    }

    /** Gives away half of its queue, into a queue of the calling thread's. */
    void surrenderHalf(RunQueue to) {
        queue.stealInto(to, 1);
    }

    WorkerThread thread() {
        return thread;
    }

    long turns() {
        return tally.turns;
    }

    WorkerStats stats() {
        return new WorkerStats(
                index, tally.turns, tally.steals, tally.parks, queue.size(), inlet.state() == Inlet.PARKED);
    }

    int index() {
        return index;
    }

    /** Counters, written by this thread and read racily; kept away from what others read of a worker. */
    private static final class Tally extends Spacer {
        private long turns;
        private long steals;
        private long parks;
        /** Steals since the last sleep. */
        private int raids;

        private int victim;
        private int gatherSpins;
    }
}
