// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balance.DecisionReason;
import io.troupe.dispatch.balance.Placement;
import io.troupe.dispatch.balancer.Balancer;
import io.troupe.dispatch.balancer.LoadTable;
import io.troupe.dispatch.balancer.WorkerLoad;
import io.troupe.dispatch.cell.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the workers once per window, and at once when one asks for help; lets the balancer decide, off the hot path, and
 * has it carried out. Sleeps without ticking while all workers do.
 */
final class BalancerThread implements Runnable {
    /** Looks that find nothing to do until only every n-th window is thought about, and that n. */
    private static final int LONGEST_PAUSE = 10;
    /** Of a worker's time; less is noise. */
    private static final double CHANGE = 0.15;
    /** Messages that are counted in a mailbox. */
    private static final int MAX_DEPTH = 256;

    /** Decisions until a look for cells that have ended. */
    private static final int FORGET_EVERY = 16;

    private static final int IDLE_LOOKS_UNTIL_SLEEP = 5;
    /** Windows from look to look while nothing happens. */
    private static final int LOOKS_WHILE_IDLE = 10;

    private static final Logger LOG = LoggerFactory.getLogger(BalancerThread.class);

    private final WorkerGroup group;
    private final BalanceConfig config;
    private final PlacementRequests requests;
    private final DecisionApplier applier;
    private final LoadTable<Cell> table;
    private final Balancer<Cell> balancer;
    private final List<WorkerLoadReader> readers = new ArrayList<>();
    private final Thread thread;
    /** What is demanded for which cells. This thread only. */
    private final Map<Cell, Placement> demanding = new HashMap<>();

    /** Workers that some cell is pinned to. This thread only. */
    private final boolean[] pinned;

    /** As of the last decision. This thread only. */
    private final List<WorkerLoad> loads = new ArrayList<>();

    /** What others have carried out: listeners may take their time, and cells wait. */
    private final Queue<Decision<Cell>> unexplained = new ConcurrentLinkedQueue<>();

    private long decidedAt;
    /** When backlogs that need not be open any more were closed. */
    private long closedAt;

    private int pause = 1;
    private int looks;
    private int rounds;

    /** Set by workers, cleared by this thread. */
    private volatile boolean asked;

    /** Written by this thread; read by workers that leave their sleep. */
    private volatile boolean asleep;

    BalancerThread(WorkerGroup group, BalanceConfig config, PlacementRequests requests, DecisionApplier applier) {
        this.group = group;
        this.config = config;
        this.requests = requests;
        this.applier = applier;
        this.table = new LoadTable<>(config);
        this.balancer = new Balancer<>(config);
        long now = System.nanoTime();
        for (int i = 0; i < group.workers(); i++) {
            Worker worker = group.worker(i);
            readers.add(new WorkerLoadReader(worker, worker.requireSampler(), table, config, now));
        }
        this.pinned = new boolean[group.workers()];
        this.thread = new Thread(null, this, group.name() + "-balancer", 0, false);
        thread.setDaemon(true);
    }

    Thread thread() {
        return thread;
    }

    /** A worker is overloaded. The worker's thread. */
    void help() {
        asked = true;
        LockSupport.unpark(thread);
    }

    /** Gives a worker a thread, as cells wait that cannot wait for the next decision. Any thread; this one explains it. */
    void start(Worker worker) {
        Decision<Cell> decision = new Decision.Start<>(worker.index(), DecisionReason.WAITING, 1, 0);
        if (applier.carryOut(decision)) {
            unexplained.add(decision);
            help();
        }
    }

    /** There is something to look at again. Any thread. */
    void wake() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        int idle = 0;
        while (!group.isStopped()) {
            idle = group.allParked() ? idle + 1 : 0;
            try {
                if (idle > IDLE_LOOKS_UNTIL_SLEEP) {
                    sleep();
                } else if (!asked) {
                    LockSupport.parkNanos(this, config.window().toNanos());
                }
                look();
            } catch (Throwable e) { // actors run without a balancer, too; but not to be told would be bad
                complain(e);
                LockSupport.parkNanos(this, config.window().toNanos());
            }
        }
    }

    private void complain(Throwable failure) {
        try {
            LOG.error("the balancer failed and goes on: dispatcher={}", group.name(), failure);
        } catch (Throwable e) {
            // no memory, or a log that fails: there is nobody left to tell
        }
    }

    /** Until a worker wakes up; while there are workers that may be given up some time, with a look now and then. */
    private void sleep() {
        readers.forEach(WorkerLoadReader::clear);
        forget(Cell::isClosed);
        boolean settled = !mayStopWorkers();
        if (settled) { // nobody else may know the others any more
            forget(cell -> !demanding.containsKey(cell));
        }
        asleep = true;
        if (group.allParked() && !group.isStopped() && !asked) { // looked again after the announcement
            if (settled) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, LOOKS_WHILE_IDLE * config.window().toNanos());
            }
        }
        asleep = false;
    }

    private boolean mayStopWorkers() {
        int free = 0;
        for (int i = 0; i < pinned.length; i++) {
            free += group.worker(i).isRunning() && !pinned[i] ? 1 : 0;
        }
        return free > 0 && group.running() > 1;
    }

    /** Drops what it remembers of cells that are gone. */
    private void forget(Predicate<Cell> gone) {
        table.forget(gone, System.nanoTime());
        balancer.forget(gone);
        if (demanding.keySet().removeIf(gone)) {
            requests.retain(demanding.values());
            notePinned();
        }
    }

    private void look() {
        asked = false;
        for (Decision<Cell> decision = unexplained.poll(); decision != null; decision = unexplained.poll()) {
            applier.tell(decision);
        }
        long now = System.nanoTime();
        boolean urgent = false;
        long delivered = 0;
        long turns = 0;
        for (int i = 0; i < readers.size(); i++) {
            boolean overloaded = group.worker(i).requireSampler().takeSignal();
            urgent |= overloaded;
            readers.get(i).read(now, overloaded);
            delivered += group.worker(i).requireSampler().deliveredCount();
            turns += group.worker(i).turns();
        }
        table.counted(delivered, turns);
        takeDemands(now);
        looks++;
        if (urgent && now - decidedAt < config.window().toNanos() / 2) {
            urgent = false; // it calls again and again; the next window is soon enough
        }
        if (urgent || looks >= pause || hasChanged()) {
            looks = 0;
            pause = decide(now) || balancer.isExpectant() ? 1 : Math.min(LONGEST_PAUSE, pause + 1);
        }
    }

    /** Whether some worker has much more, or much less, to do than when the last decision was made. */
    private boolean hasChanged() {
        for (int i = 0; i < loads.size(); i++) {
            WorkerLoad now = readers.get(i).load(pinned[i]);
            WorkerLoad then = loads.get(i);
            if (now.running() != then.running() || Math.abs(now.busy() - then.busy()) > CHANGE) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether anything was decided. */
    private boolean decide(long now) {
        decidedAt = now;
        if (++rounds % FORGET_EVERY == 0) {
            forget(Cell::isClosed);
        }
        loads.clear();
        for (int i = 0; i < readers.size(); i++) {
            loads.add(readers.get(i).load(pinned[i]));
        }
        List<Decision<Cell>> decisions =
                balancer.decide(table.snapshot(now, List.copyOf(loads), this::homeOf, BalancerThread::queuedNanos));
        boolean regular = now - closedAt >= config.window().toNanos() * 3 / 4;
        if (regular) { // calls for help come by the millisecond and end nothing
            closedAt = now;
            applier.stopSharing(decisions);
        }
        carryOut(decisions, now);
        return !decisions.isEmpty();
    }

    private static double queuedNanos(Cell cell) {
        return (double) cell.depth(MAX_DEPTH) * cell.serviceNanos();
    }

    private void carryOut(List<Decision<Cell>> decisions, long now) {
        List<Decision<Cell>> done = new ArrayList<>(decisions.size());
        for (Decision<Cell> decision : decisions) {
            if (applier.carryOut(decision)) {
                done.add(decision);
                if (decision instanceof Decision.Move<Cell> move) {
                    table.moved(move.cell(), now);
                    follow(move);
                }
            }
        }
        done.forEach(applier::tell); // listeners may take their time
    }

    private int homeOf(Cell cell) {
        return cell.home() instanceof Worker home && home.group() == group ? home.index() : -1;
    }

    // ---- demands -------------------------------------------------------------------------------------------------

    private void takeDemands(long now) {
        boolean changed = false;
        for (PlacementRequests.Demand demand = requests.poll(); demand != null; demand = requests.poll()) {
            demanding.put(demand.cell(), demand.placement());
            table.demand(demand.cell(), demand.placement(), now);
            changed = true;
        }
        if (changed) {
            notePinned();
        }
    }

    private void notePinned() {
        Arrays.fill(pinned, false);
        for (Placement placement : demanding.values()) {
            if (placement.isPinned()) {
                pinned[Math.floorMod(placement.worker(), pinned.length)] = true;
            }
        }
    }

    private void follow(Decision.Move<Cell> move) {
        Placement placement = demanding.get(move.cell());
        if (placement != null && placement.together() != null) {
            requests.moved(placement.together(), move.to());
        }
    }
}
