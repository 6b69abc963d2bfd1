// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who is where, and what that is worth; a copy to try moves on. The worth of a layout, in workers:
 *
 * <pre>  Σ min(1, load) of all workers        what gets done
 *   − uneasiness · Σ ½ (load / mean)²     some wait longer than others
 *   − λ · hop price · calls between workers</pre>
 *
 * The load of a worker is its demand: the time it is busy, stretched by how long cells have to wait for each other.
 */
final class Layout {
    /** Worth of an even load against that of idle workers. */
    private static final double UNEASINESS = 0.2;
    /** Where no worker is loaded more than this, evenness is worth nothing. */
    private static final double EASY = 0.6;
    /** Backlog that would take this long on a worker of its own counts as one worker. */
    private static final double BACKLOG_NANOS = 100e6;
    /** The average over cells lags behind the worker's; more than this is not explained by that. */
    private static final double MAX_SCALE = 100;

    private final boolean[] open;
    private final double[] load;
    private final int[] place;
    private final double[] demand;
    private final int[][] neighbours;
    private final double[][] rates;
    private final double hopSeconds;
    private double mean;
    private double uneasiness;

    Layout(Snapshot<?> snapshot, BalanceConfig config) {
        int cells = snapshot.cells().size();
        this.open = new boolean[snapshot.workers().size()];
        this.load = new double[open.length];
        this.place = new int[cells];
        this.demand = new double[cells];
        this.neighbours = new int[cells][];
        this.rates = new double[cells][];
        this.hopSeconds = config.hopSeconds();
        readLoads(snapshot);
        readEdges(snapshot.edges(), cells);
        weigh();
    }

    private void readLoads(Snapshot<?> snapshot) {
        double[] known = new double[open.length];
        for (CellLoad<?> cell : snapshot.cells()) {
            known[cell.home()] += cell.share();
        }
        List<WorkerLoad> workers = snapshot.workers();
        double[] scale = new double[open.length];
        for (int w = 0; w < open.length; w++) {
            WorkerLoad worker = workers.get(w);
            open[w] = worker.running();
            double busy = worker.busy();
            double explained = known[w] <= 0 ? 0 : Math.min(busy, known[w] * MAX_SCALE);
            scale[w] = known[w] <= 0 ? 0 : explained / known[w] * worker.stretch();
            load[w] = (busy - explained) * worker.stretch(); // cells that were never sampled
        }
        for (int c = 0; c < place.length; c++) {
            CellLoad<?> cell = snapshot.cells().get(c);
            place[c] = cell.home();
            demand[c] = cell.share() * scale[place[c]] + cell.queuedNanos() / BACKLOG_NANOS;
            load[place[c]] += demand[c];
        }
    }

    private void readEdges(List<Edge> edges, int cells) {
        int[] degree = new int[cells];
        for (Edge edge : edges) {
            degree[edge.a()]++;
            degree[edge.b()]++;
        }
        for (int c = 0; c < cells; c++) {
            neighbours[c] = new int[degree[c]];
            rates[c] = new double[degree[c]];
        }
        for (Edge edge : edges) {
            join(edge.a(), edge.b(), edge.rate(), --degree[edge.a()]);
            join(edge.b(), edge.a(), edge.rate(), --degree[edge.b()]);
        }
    }

    private void join(int from, int to, double rate, int at) {
        neighbours[from][at] = to;
        rates[from][at] = rate;
    }

    /** Fixes the mean that unevenness is measured against. Again after a worker was opened or closed. */
    private void weigh() {
        int workers = 0;
        double sum = 0;
        double used = 0;
        double most = 0;
        for (int w = 0; w < open.length; w++) {
            workers += open[w] ? 1 : 0;
            sum += load[w];
            used += Math.min(1, load[w]);
            most = Math.max(most, load[w]);
        }
        mean = Math.max(1e-9, sum / Math.max(1, workers));
        uneasiness = most < EASY ? 0 : UNEASINESS * used / Math.max(1, workers);
    }

    void open(int worker) {
        open[worker] = true;
        weigh();
    }

    void close(int worker) {
        open[worker] = false;
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

    int[] neighbours(int cell) {
        return neighbours[cell];
    }

    /** The open worker with the least load, or -1. */
    int coolest() {
        int coolest = -1;
        for (int w = 0; w < open.length; w++) {
            if (open[w] && (coolest < 0 || load[w] < load[coolest])) {
                coolest = w;
            }
        }
        return coolest;
    }

    /** What it would be worth to have these cells on this worker, without counting the calls. */
    double evenness(int[] cells, int target) {
        double worth = 0;
        double arriving = 0;
        for (int i = 0; i < cells.length; i++) {
            int from = place[cells[i]];
            if (from == target || isCounted(cells, i, from)) {
                continue;
            }
            double leaving = leaving(cells, i, from);
            arriving += leaving;
            worth += worth(load[from] - leaving) - worth(load[from]);
        }
        return worth + worth(load[target] + arriving) - worth(load[target]);
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
        double relative = workerLoad / mean;
        return Math.min(1, workerLoad) - uneasiness * 0.5 * relative * relative;
    }

    /** Calls per second that would no longer go between workers if these cells were on this worker. */
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
                    double rate = inside ? rates[cell][i] / 2 : rates[cell][i]; // from both of its ends
                    saved += before ? rate : -rate;
                }
            }
        }
        return saved;
    }

    /** Worth of the calls, in workers. */
    double price(double callsPerSecond) {
        return callsPerSecond * hopSeconds;
    }

    double rate(int cell, int at) {
        return rates[cell][at];
    }

    void move(int cell, int target) {
        load[place[cell]] -= demand[cell];
        load[target] += demand[cell];
        place[cell] = target;
    }

    @Override
    public String toString() {
        return "load=" + Arrays.toString(load);
    }
}
