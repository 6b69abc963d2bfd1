// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who is where, and what that is worth; a copy to try moves on. The worth of a layout, in workers:
 *
 * <pre>  Σ min(1, load) of all workers              what gets done
 *   − uneasiness · Σ ½ (|load / mean − 1| − slack)²  some wait longer than others
 *   − λ · hop price · calls between workers</pre>
 *
 * The load of a worker is its demand: the time it is busy, stretched by how long cells have to wait for each other (see
 * {@link Pressure}). Where no cell ever waits, as with two that only answer each other, the work is one chain, and moving
 * a part of it away gains nothing, however busy the worker is.
 */
final class Layout {
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
    private final int[][] neighbours;
    private final double[][] rates;
    private final double[][] certain;
    private final double hopSeconds;
    private double mean;
    private double uneasiness;
    private int coolest = UNKNOWN;

    /** As it is. */
    Layout(Snapshot<?> snapshot, BalanceConfig config, Pressure pressure) {
        this(snapshot, config, pressure, List.of());
    }

    /** As it is, but with further workers. */
    Layout(Snapshot<?> snapshot, BalanceConfig config, Pressure pressure, List<Integer> added) {
        int cells = snapshot.cells().size();
        this.open = new boolean[snapshot.workers().size()];
        this.load = new double[open.length];
        this.unknown = new double[open.length];
        this.crowd = new double[open.length];
        this.changed = new boolean[open.length];
        this.place = new int[cells];
        this.demand = new double[cells];
        this.neighbours = new int[cells][];
        this.rates = new double[cells][];
        this.certain = new double[cells][];
        this.hopSeconds = config.hopSeconds();
        this.stretch = new double[open.length];
        for (int w = 0; w < open.length; w++) {
            open[w] = snapshot.workers().get(w).running();
        }
        added.forEach(w -> open[w] = true);
        readLoads(snapshot, pressure, !added.isEmpty());
        weigh();
        readEdges(snapshot.edges(), cells);
    }

    private void readLoads(Snapshot<?> snapshot, Pressure pressure, boolean growing) {
        double[] known = new double[open.length];
        for (CellLoad<?> cell : snapshot.cells()) {
            known[cell.home()] += cell.share();
        }
        double[] scale = new double[open.length];
        int workers = openWorkers();
        for (int w = 0; w < open.length; w++) {
            crowd[w] = Math.min(1, pressure.waiting(w) / CROWD);
            double busy = pressure.busy(w);
            stretch[w] = pressure.stretch(w, workers, growing);
            double explained = Math.min(busy, known[w] * MAX_SCALE);
            scale[w] = known[w] <= 0 ? 0 : explained / known[w] * stretch[w];
            load[w] = busy * stretch[w];
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

    private int openWorkers() {
        int workers = 0;
        for (boolean isOpen : open) {
            workers += isOpen ? 1 : 0;
        }
        return Math.max(1, workers);
    }

    /** Cells that wait less also call more: rates are those to be expected when all workers do what they can. */
    private void readEdges(List<Edge> edges, int cells) {
        int[] degree = new int[cells];
        for (Edge edge : edges) {
            degree[edge.a()]++;
            degree[edge.b()]++;
        }
        for (int c = 0; c < cells; c++) {
            neighbours[c] = new int[degree[c]];
            rates[c] = new double[degree[c]];
            certain[c] = new double[degree[c]];
        }
        for (Edge edge : edges) {
            double waits = Math.max(stretch[place[edge.a()]], stretch[place[edge.b()]]);
            double more = Math.max(1, waits / Math.max(1, mean));
            join(edge.a(), edge.b(), edge, more, --degree[edge.a()]);
            join(edge.b(), edge.a(), edge, more, --degree[edge.b()]);
        }
    }

    private void join(int from, int to, Edge edge, double more, int at) {
        neighbours[from][at] = to;
        rates[from][at] = edge.rate() * more;
        certain[from][at] = edge.certain() * more;
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

    int[] neighbours(int cell) {
        return neighbours[cell];
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

    /** What it would be worth to have these cells on this worker, without counting the calls. */
    double evenness(int[] cells, int target) {
        double worth = 0;
        double arriving = 0;
        double crowded = 0;
        for (int i = 0; i < cells.length; i++) {
            int from = place[cells[i]];
            if (from == target || isCounted(cells, i, from)) {
                continue;
            }
            double leaving = leaving(cells, i, from);
            arriving += leaving;
            crowded = Math.max(crowded, crowd[from]);
            worth += worth(load[from] - leaving) - worth(load[from]);
        }
        worth += worth(load[target] + arriving) - worth(load[target]);
        return worth > 0 ? worth * crowded : worth;
    }

    private boolean isCounted(int[] cells, int upTo, int worker) {
        for (int i = 0; i < upTo; i++) {
            if (place[cells[i]] == worker) {
                return true;
            }
        }
        return false;
    }

    private double leaving(int[] cells, int first, int worker) {
        double sum = 0;
        for (int i = first; i < cells.length; i++) {
            if (place[cells[i]] == worker) {
                sum += demand[cells[i]];
            }
        }
        return sum;
    }

    private double worth(double workerLoad) {
        double excess = Math.max(0, Math.abs(workerLoad / mean - 1) - SLACK);
        return Math.min(1, workerLoad) - uneasiness * 0.5 * excess * excess;
    }

    /**
     * Calls per second that would no longer go between workers if these cells were on this worker. What would be saved is
     * counted as far as it is certain, what would be lost in full: otherwise cells would follow every coincidence.
     */
    double hopsSaved(int[] cells, int target, int @Nullable [] unitOf) {
        double saved = 0;
        for (int cell : cells) {
            int[] others = neighbours[cell];
            for (int i = 0; i < others.length; i++) {
                int other = others[i];
                boolean inside = unitOf != null && unitOf[other] == unitOf[cell];
                boolean before = place[cell] != place[other];
                boolean after = !inside && target != place[other];
                if (before != after) {
                    double rate = before ? certain[cell][i] : -rates[cell][i];
                    saved += inside ? rate / 2 : rate; // from both of its ends
                }
            }
        }
        return saved;
    }

    /** Whether it calls nobody on other workers, as far as is known. */
    boolean isQuiet(int cell) {
        for (int other : neighbours[cell]) {
            if (place[other] != place[cell]) {
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
