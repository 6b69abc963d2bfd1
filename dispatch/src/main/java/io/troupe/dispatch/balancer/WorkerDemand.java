// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;
import java.util.Arrays;
import java.util.List;

/**
 * How hard the cells of each worker press for its time, made from measurements that are late and noisy.
 *
 * <ul>
 *   <li>After a plan the measured averages need some windows to follow. Until then what was planned stands in for them.
 *   <li>On a full worker a cell waits for the others: with q of them it gets one part in q + 1, so its demand is up to q +
 *       1 times what it got (processor sharing). On a worker with time to spare, waiting is only bad luck.
 *   <li>If all workers that run are full, longer queues here or there lose no work, and in closed systems they wander for
 *       long by chance. So each worker counts as crowded as the average one, unless for about a second it never was: then
 *       the least (or most) that has waited there in this time counts.
 * </ul>
 */
final class WorkerDemand {
    /** Below that, a worker has time to spare; from {@link #FULL} on it has none. */
    private static final double NEARLY_FULL = 0.95;

    private static final double FULL = 0.99;
    /** Time constant of a worker's averages, in windows. */
    private static final double BUSY_WINDOWS = 2;

    private static final double PATIENCE_NANOS = 1e9;

    private final double lagNanos;
    private double[] busy = {};
    private double[] waiting = {};
    private double[] least = {};
    private double[] most = {};
    private double meanWaiting;
    private double[] busyAhead = {};
    private double[] waitingAhead = {};
    private long at;
    private boolean allFull;

    WorkerDemand(BalanceConfig config) {
        this.lagNanos = BUSY_WINDOWS * config.window().toNanos();
    }

    /** Takes the measurements of a snapshot in. */
    void observe(LoadSnapshot<?> now) {
        List<WorkerLoad> workers = now.workers();
        if (busy.length != workers.size()) {
            grow(workers);
            at = now.nanos();
        }
        double fade = Math.exp(-(now.nanos() - at) / lagNanos);
        double rise = 1 - Math.exp(-(now.nanos() - at) / PATIENCE_NANOS);
        at = now.nanos();
        allFull = true;
        double sum = 0;
        for (int w = 0; w < busy.length; w++) {
            WorkerLoad worker = workers.get(w);
            busyAhead[w] *= fade;
            waitingAhead[w] *= fade;
            busy[w] = Math.max(0, Math.min(1, worker.busy() + busyAhead[w]));
            waiting[w] = Math.max(0, worker.waiting() + waitingAhead[w]);
            least[w] = Math.min(waiting[w], least[w] + (waiting[w] - least[w]) * rise);
            most[w] = Math.max(waiting[w], most[w] + (waiting[w] - most[w]) * rise);
            allFull &= !worker.running() || busy[w] >= NEARLY_FULL;
            sum += waiting[w];
        }
        meanWaiting = sum / Math.max(1, now.running());
    }

    private void grow(List<WorkerLoad> workers) {
        int count = workers.size();
        busy = new double[count];
        waiting = new double[count];
        least = new double[count];
        most = new double[count];
        busyAhead = new double[count];
        waitingAhead = new double[count];
        double highest = 0;
        for (WorkerLoad worker : workers) {
            highest = Math.max(highest, worker.waiting());
        }
        Arrays.fill(most, highest);
    }

    /** Takes a plan in: these loads are what measurements will show once they have caught up. */
    void plan(CellLayout layout) {
        for (int w = 0; w < busy.length; w++) {
            if (layout.isChanged(w)) {
                double load = layout.load(w);
                busyAhead[w] += Math.min(1, load) - busy[w];
                double planned = Math.max(0, load - 1);
                waitingAhead[w] += planned - waiting[w];
                least[w] = Math.min(least[w], planned);
                most[w] = Math.max(most[w], planned);
            }
        }
    }

    /** Whether no worker has time to spare. */
    boolean isAllFull() {
        return allFull;
    }

    double busy(int worker) {
        return busy[worker];
    }

    double waiting(int worker) {
        return waiting[worker];
    }

    /**
     * How many times longer the cells of this worker take because they wait for each other; 1 or more.
     *
     * @param workers that run or are about to start
     * @param growing whether any are about to start, so that there is work to be gained by any waiting
     */
    double stretch(int worker, int workers, boolean growing) {
        double full = Math.max(0, Math.min(1, (busy[worker] - NEARLY_FULL) / (FULL - NEARLY_FULL)));
        if (allFull && !growing) {
            return 1 + full * Math.max(least[worker], Math.min(most[worker], meanWaiting));
        }
        // Together they cannot do more than all workers can. If they drive each other it may be far less: all that is
        // on its way in the system waits at the fullest worker, even if that has only a little more to do than others.
        // So waiting there does not count where nothing needs to start: to move even that is a step that measurements
        // can judge.
        return growing ? Math.min(workers, 1 + full * waiting[worker]) : 1;
    }

    /** Demand for this worker's time, in workers. */
    double load(int worker, boolean growing) {
        return busy[worker] * stretch(worker, busy.length, growing);
    }

    @Override
    public String toString() {
        return "busy=" + Arrays.toString(busy) + ", waiting=" + Arrays.toString(waiting);
    }
}
