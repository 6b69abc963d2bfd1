// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import java.util.List;

/**
 * All that a decision rests on. Cells and edges are found out when they are asked for, which most decisions do not: so a
 * snapshot of a table is good only until the table learns more or the next one is taken.
 *
 * @param <C> what is placed
 */
public final class LoadSnapshot<C> {
    private final long nanos;
    private final boolean cold;
    private final List<WorkerLoad> workers;
    private final double delivered;
    private final double turns;
    private final LoadView<C> view;

    /**
     * All of it.
     *
     * @param nanos when, on any monotonic clock
     * @param cold whether code may not be compiled yet, so that loads look too high
     * @param workers all that there may be, running or not
     * @param cells the known ones that did something lately
     * @param edges between these cells
     */
    public LoadSnapshot(long nanos, boolean cold, List<WorkerLoad> workers, List<CellLoad<C>> cells, List<Edge> edges) {
        this(nanos, cold, 0, 0, workers, new FixedLoadView<>(workers.size(), cells, Edges.of(edges)));
    }

    LoadSnapshot(long nanos, boolean cold, double delivered, double turns, List<WorkerLoad> workers, LoadView<C> view) {
        this.nanos = nanos;
        this.delivered = delivered;
        this.turns = turns;
        this.cold = cold;
        this.workers = workers;
        this.view = view;
    }

    /** When, on any monotonic clock. */
    public long nanos() {
        return nanos;
    }

    /** Whether code may not be compiled yet, so that loads look too high. */
    public boolean cold() {
        return cold;
    }

    /** All that there may be, running or not. */
    public List<WorkerLoad> workers() {
        return workers;
    }

    /** The known cells that did something lately. */
    public List<CellLoad<C>> cells() {
        return view.cells();
    }

    /** Between these cells. */
    public List<Edge> edges() {
        return view.edges();
    }

    /** The same, for those that have thousands of them to read. */
    Edges links() {
        return view.edges();
    }

    /** Turns so far, of all workers. */
    double turns() {
        return turns;
    }

    /** Wake-ups per second between workers. */
    double hops() {
        double hops = 0;
        Edges edges = links();
        for (int i = 0; i < edges.size(); i++) {
            hops += cells().get(edges.a(i)).home() == cells().get(edges.b(i)).home() ? 0 : edges.rate(i);
        }
        return hops;
    }

    /** Messages so far, of all workers. */
    double delivered() {
        return delivered;
    }

    int known() {
        return view.known();
    }

    boolean isDemanding() {
        return view.isDemanding();
    }

    /** Wake-ups per second between cells of the same worker, by worker. */
    double[] talk() {
        return view.talk();
    }

    /** Work of the cells that are at home on a worker, by worker, wherever it was done. */
    double[] work() {
        return view.work();
    }

    int running() {
        int running = 0;
        for (WorkerLoad worker : workers) {
            if (worker.running()) {
                running++;
            }
        }
        return running;
    }

    /** Work of all workers, in workers. */
    double busy() {
        double busy = 0;
        for (WorkerLoad worker : workers) {
            busy += worker.busy();
        }
        return busy;
    }
}
