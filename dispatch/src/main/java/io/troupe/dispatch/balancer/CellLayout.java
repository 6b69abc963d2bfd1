// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;
import java.util.Arrays;
import java.util.List;

/**
 * Who is where, and what that is worth; a copy to try moves on. The worth of a layout, in workers:
 *
 * <pre>  Σ min(1, load) of all workers              what gets done
 *   − uneasiness · Σ ½ (|load / mean − 1| − slack)²  some wait longer than others
 *   − λ · hop price · calls between workers</pre>
 *
 * The load of a worker is its demand: the time it is busy, stretched by how long cells have to wait for each other (see
 * {@link WorkerDemand}). Where no cell ever waits, as with two that only answer each other, the work is one chain, and moving
 * a part of it away gains nothing, however busy the worker is.
 */
final class CellLayout {
    /** Worth of an even load against that of idle workers. */
    private static final double UNEASINESS = 0.3;
    /** Where no worker is loaded more than this, evenness is worth nothing. */
    private static final double EASY = 0.6;
    /** Backlog that would take this long on a worker of its own counts as one worker. */
    private static final double BACKLOG_NANOS = 100e6;
    /** The average over cells lags behind the worker's; more than this is not explained by that. */
    private static final double MAX_SCALE = 100;
    /** Measurements are not better than that; evening out what they say would be moving for the sake of noise. */
    private static final double SLACK = 0.1;
    /** With so many cells waiting on average, work runs beside other work and not only after it. */
    private static final double CROWD = 0.5;

    private static final int UNKNOWN = -2;

    private final boolean[] open;
    private final double[] load;
    private final double[] unknown;
    private final double[] crowd;
    private final double[] stretch;
    private final boolean[] changed;
    private final int[] place;
    private final double[] demand;
    /** The edges of each cell follow those of the one before; empty until they are asked for. */
    private int[] begin = {};

    private int[] others = {};
    private double[] rates = {};
    private double[] certain = {};
    private final double hopSeconds;
    private double mean;
    private double uneasiness;
    private int coolest = UNKNOWN;

    /** As it is. */
    CellLayout(LoadSnapshot<?> snapshot, BalanceConfig config, WorkerDemand workerDemand) {
        this(snapshot, config, workerDemand, List.of());
    }

    /** As it is, but with further workers. */
    CellLayout(LoadSnapshot<?> snapshot, BalanceConfig config, WorkerDemand workerDemand, List<Integer> added) {
        int cells = snapshot.cells().size();
        this.open = new boolean[snapshot.workers().size()];
        this.load = new double[open.length];
        this.unknown = new double[open.length];
        this.crowd = new double[open.length];
        this.changed = new boolean[open.length];
        this.place = new int[cells];
        this.demand = new double[cells];
        this.hopSeconds = hopSeconds(config);
        this.stretch = new double[open.length];
        for (int w = 0; w < open.length; w++) {
            open[w] = snapshot.workers().get(w).running();
        }
        added.forEach(w -> open[w] = true);
        readLoads(snapshot, workerDemand, !added.isEmpty());
        weigh();
    }

    /** What a message costs more between workers than on one, weighted, in seconds of a worker. */
    static double hopSeconds(BalanceConfig config) {
        return config.lambda() * config.hopNanos() * 1e-9;
    }

    private void readLoads(LoadSnapshot<?> snapshot, WorkerDemand workerDemand, boolean growing) {
        double[] known = new double[open.length];
        for (CellLoad<?> cell : snapshot.cells()) {
            known[cell.home()] += cell.share();
        }
        double[] scale = new double[open.length];
        int workers = openWorkers();
        for (int w = 0; w < open.length; w++) {
            crowd[w] = Math.min(1, workerDemand.waiting(w) / CROWD);
            stretch[w] = workerDemand.stretch(w, workers, growing);
            load[w] = workerDemand.busy(w);
        }
        countSharedWorkAtHome(known);
        for (int w = 0; w < open.length; w++) {
            // What others do already of what is at home here is known to be work that could be done at the same time.
            double busy = workerDemand.busy(w);
            load[w] = load[w] > busy ? Math.max(load[w], busy * stretch[w]) : load[w] * stretch[w];
            double explained = Math.min(load[w], known[w] * MAX_SCALE * stretch[w]);
            scale[w] = known[w] <= 0 ? 0 : explained / known[w];
            unknown[w] = load[w];
        }
        for (int c = 0; c < place.length; c++) {
            CellLoad<?> cell = snapshot.cells().get(c);
            place[c] = cell.home();
            // One cell is run by one worker at a time, however much it has to do.
            demand[c] = Math.min(1, cell.share() * scale[place[c]] + cell.queuedNanos() / BACKLOG_NANOS);
            unknown[place[c]] -= demand[c];
        }
        for (int w = 0; w < open.length; w++) {
            load[w] += Math.max(0, -unknown[w]);
            unknown[w] = Math.max(0, unknown[w]); // of cells that were never sampled, or hardly: it stays
        }
    }

    /**
     * While a backlog is shared, other workers do the work of cells that are at home there. It counts for their home: that is
     * where it would be if nobody helped.
     */
    private void countSharedWorkAtHome(double[] known) {
        double away = 0;
        double foreign = 0;
        for (int w = 0; w < open.length; w++) {
            away += Math.max(0, known[w] - (1 + SLACK) * load[w]);
            foreign += Math.max(0, load[w] - known[w]);
        }
        double moved = Math.min(away, foreign);
        for (int w = 0; w < open.length && moved > 0; w++) {
            double more = Math.max(0, known[w] - (1 + SLACK) * load[w]);
            double less = Math.max(0, load[w] - known[w]);
            load[w] += more * moved / away - less * moved / foreign;
        }
    }

    private int openWorkers() {
        int workers = 0;
        for (boolean isOpen : open) {
            workers += isOpen ? 1 : 0;
        }
        return Math.max(1, workers);
    }

    /**
     * Takes the edges in, for those that need them. Cells that wait less also call more: rates are those to be expected when
     * all workers do what they can.
     */
    void connect(Edges edges) {
        if (begin.length > 0) {
            return;
        }
        begin = new int[place.length + 1];
        for (int i = 0; i < edges.size(); i++) {
            begin[edges.a(i)]++;
            begin[edges.b(i)]++;
        }
        for (int c = 1; c <= place.length; c++) {
            begin[c] += begin[c - 1];
        }
        others = new int[2 * edges.size()];
        rates = new double[2 * edges.size()];
        certain = new double[2 * edges.size()];
        for (int i = 0; i < edges.size(); i++) {
            int a = edges.a(i);
            int b = edges.b(i);
            double waits = Math.max(stretch[place[a]], stretch[place[b]]);
            double more = Math.max(1, waits / Math.max(1, mean));
            join(--begin[a], b, edges.rate(i) * more, edges.certain(i) * more);
            join(--begin[b], a, edges.rate(i) * more, edges.certain(i) * more);
        }
    }

    private void join(int at, int other, double rate, double sure) {
        others[at] = other;
        rates[at] = rate;
        certain[at] = sure;
    }

    /** Fixes the mean that unevenness is measured against. Again after a worker was closed. */
    private void weigh() {
        int workers = openWorkers();
        double sum = 0;
        double used = 0;
        double most = 0;
        for (int w = 0; w < open.length; w++) {
            sum += load[w];
            used += Math.min(1, load[w]);
            most = Math.max(most, load[w]);
        }
        mean = Math.max(1e-9, sum / workers);
        uneasiness = most < EASY ? 0 : UNEASINESS * used / workers;
    }

    void close(int worker) {
        open[worker] = false;
        coolest = UNKNOWN;
        weigh();
    }

    int workers() {
        return open.length;
    }

    int cells() {
        return place.length;
    }

    boolean isOpen(int worker) {
        return open[worker];
    }

    int place(int cell) {
        return place[cell];
    }

    double demand(int cell) {
        return demand[cell];
    }

    double load(int worker) {
        return load[worker];
    }

    /** Of the load of a worker, what is not known to be of which cells. */
    double unknown(int worker) {
        return unknown[worker];
    }

    /** Where the edges of a cell begin. */
    int edgesBegin(int cell) {
        return begin[cell];
    }

    int edgesEnd(int cell) {
        return begin[cell + 1];
    }

    /** The cell at the other end. */
    int other(int edge) {
        return others[edge];
    }

    double rate(int edge) {
        return rates[edge];
    }

    double certain(int edge) {
        return certain[edge];
    }

    double mean() {
        return mean;
    }

    /** The load of the fullest worker at which cells wait. */
    double highest() {
        double highest = 0;
        for (int w = 0; w < open.length; w++) {
            highest = crowd[w] < 1 ? highest : Math.max(highest, load[w]);
        }
        return highest;
    }

    /** Whether cells came or went. */
    boolean isChanged(int worker) {
        return changed[worker];
    }

    /** The open worker with the least load, or -1. */
    int coolest() {
        if (coolest == UNKNOWN) {
            coolest = -1;
            for (int w = 0; w < open.length; w++) {
                if (open[w] && (coolest < 0 || load[w] < load[coolest])) {
                    coolest = w;
                }
            }
        }
        return coolest;
    }

    /** How much of the time something waits there, so that there is work to be done elsewhere at the same time. */
    double crowd(int worker) {
        return crowd[worker];
    }

    /** What a worker with this load is worth. */
    double worth(double workerLoad) {
        double excess = Math.max(0, Math.abs(workerLoad / mean - 1) - SLACK);
        return Math.min(1, workerLoad) - uneasiness * 0.5 * excess * excess;
    }

    /** Whether it calls nobody on other workers, as far as is known. */
    boolean isQuiet(int cell) {
        for (int i = begin[cell]; i < begin[cell + 1]; i++) {
            if (place[others[i]] != place[cell]) {
                return false;
            }
        }
        return true;
    }

    /** Worth of the calls, in workers. */
    double price(double callsPerSecond) {
        return callsPerSecond * hopSeconds;
    }

    void move(int cell, int target) {
        coolest = UNKNOWN;
        changed[place[cell]] = true;
        changed[target] = true;
        load[place[cell]] -= demand[cell];
        load[target] += demand[cell];
        place[cell] = target;
    }

    @Override
    public String toString() {
        return "load=" + Arrays.toString(load);
    }
}
