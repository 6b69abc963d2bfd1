// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link LoadTable} knows at one moment, read when it is asked for. One exponential function per cell, none per edge, and no
 * objects for edges: a table has up to 65,000 of them.
 */
final class TableLoadView<C> implements LoadView<C> {
    /** Cells below this share of a worker are not asked how much they have queued. */
    private static final double WORTH_COUNTING = 1.0 / 64;
    /** Per second; less is noise. */
    private static final double MIN_CALLS = 1;

    private final LoadTable<C> table;
    private final long now;
    private final List<WorkerLoad> workers;
    private final ToIntFunction<C> homes;
    private final ToDoubleFunction<C> queued;
    private final Edges edges;
    private boolean homed;
    private boolean joined;
    private @Nullable List<CellLoad<C>> cells;

    /**
     * Nothing is read yet.
     *
     * @param edges taken over, so that their room is used again
     */
    TableLoadView(
            LoadTable<C> table,
            long now,
            List<WorkerLoad> workers,
            ToIntFunction<C> homes,
            ToDoubleFunction<C> queued,
            Edges edges) {
        this.table = table;
        this.now = now;
        this.workers = workers;
        this.homes = homes;
        this.queued = queued;
        this.edges = edges;
    }

    @Override
    public int known() {
        return table.size();
    }

    @Override
    public boolean isDemanding() {
        return table.isDemanding();
    }

    private void readHomes() {
        if (!homed) {
            homed = true;
            int index = 0;
            for (CellSample<C> sample : table.samples()) {
                sample.home = homes.applyAsInt(sample.cell);
                sample.index = sample.home < 0 ? -1 : index++;
                sample.perNano = table.perNano(sample.since, now);
            }
        }
    }

    @Override
    public List<CellLoad<C>> cells() {
        List<CellLoad<C>> result = cells;
        if (result == null) {
            readHomes();
            result = new ArrayList<>(table.size());
            long settle = table.settleNanos();
            for (CellSample<C> sample : table.samples()) {
                if (sample.index >= 0) {
                    double share = Math.min(1, sample.work() * sample.perNano);
                    boolean asked =
                            share >= WORTH_COUNTING && workers.get(sample.home).overloaded();
                    double waiting = asked ? queued.applyAsDouble(sample.cell) : 0;
                    boolean settled = sample.isSettled(now, settle);
                    result.add(new CellLoad<>(sample.cell, sample.home, share, waiting, settled, sample.placement));
                }
            }
            cells = result;
        }
        return result;
    }

    /** Every call is in the sketches of both its ends, half of it counts for each: this needs no look at the other sketch. */
    @Override
    public double[] talk() {
        readHomes();
        double[] talk = new double[workers.size()];
        for (CellSample<C> sample : table.samples()) {
            for (int i = 0; sample.index >= 0 && i < CellSample.PARTNERS; i++) {
                CellSample<?> partner = sample.partner(i);
                if (partner != null && !partner.gone && partner.index >= 0 && partner.home == sample.home) {
                    talk[sample.home] += sample.calls(i) / 2 * sample.perNano * 1e9;
                }
            }
        }
        return talk;
    }

    @Override
    public double[] work() {
        readHomes();
        double[] work = new double[workers.size()];
        for (CellSample<C> sample : table.samples()) {
            if (sample.index >= 0) {
                work[sample.home] += sample.work() * sample.perNano;
            }
        }
        return work;
    }

    @Override
    public Edges edges() {
        if (!joined) {
            joined = true;
            readHomes();
            edges.reset();
            int[] partners = partners();
            for (CellSample<C> sample : table.samples()) {
                for (int i = 0; sample.index >= 0 && i < CellSample.PARTNERS; i++) {
                    CellSample<?> partner = sample.partner(i);
                    if (partner != null && partners[sample.index * CellSample.PARTNERS + i] >= 0) {
                        addEdge(sample, i, partner, indexOf(sample.index, partner.index, partners));
                    }
                }
            }
        }
        return edges;
    }

    /** The sketches as indices, side by side: they are looked up at random, and fit the processor's caches this way. */
    private int[] partners() {
        int[] partners = new int[table.size() * CellSample.PARTNERS];
        for (CellSample<C> sample : table.samples()) {
            for (int i = 0; sample.index >= 0 && i < CellSample.PARTNERS; i++) {
                CellSample<?> partner = sample.partner(i);
                int index = -1;
                if (partner != null && partner.gone) {
                    sample.forget(i);
                } else if (partner != null) {
                    index = partner.index;
                }
                partners[sample.index * CellSample.PARTNERS + i] = index;
            }
        }
        return partners;
    }

    private static int indexOf(int sample, int partner, int[] partners) {
        int begin = partner * CellSample.PARTNERS;
        for (int i = 0; i < CellSample.PARTNERS; i++) {
            if (partners[begin + i] == sample) {
                return i;
            }
        }
        return -1;
    }

    /** Once for both ends. */
    private void addEdge(CellSample<C> sample, int at, CellSample<?> partner, int back) {
        if (back >= 0 && partner.index < sample.index) {
            return;
        }
        double perSecond = Math.max(sample.perNano, partner.perNano) * 1e9; // as of the younger one
        double rate = calls(sample, at, partner, back) * perSecond;
        if (rate >= MIN_CALLS) {
            double certain = Math.max(sample.certain(at), back < 0 ? 0 : partner.certain(back));
            edges.add(sample.index, partner.index, rate, Math.min(rate, certain * perSecond));
        }
    }

    /**
     * Every call is in the sketches of both ends. If one of them has few partners it knows the number; the other, with
     * more partners than places, would exaggerate. If both have many, each vouches for half of its calls, and the few
     * that are told apart stand for all: the sum stays right.
     */
    private static double calls(CellSample<?> sample, int at, CellSample<?> partner, int back) {
        double mine = sample.calls(at);
        boolean exact = sample.isExact(at);
        if (back < 0) {
            return exact ? mine : mine / 2;
        }
        double theirs = partner.calls(back);
        if (exact != partner.isExact(back)) {
            return exact ? mine : theirs;
        }
        return (mine + theirs) / 2;
    }
}
