// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a census knows at one moment, read from its tracks when it is asked for. One exponential function per track, none per
 * edge, and no objects for edges: a census has up to 65,000 of them.
 */
final class Roll<C> implements Details<C> {
    /** Cells below this share of a worker are not asked how much they have queued. */
    private static final double WORTH_COUNTING = 1.0 / 64;
    /** Per second; less is noise. */
    private static final double MIN_CALLS = 1;

    private final Census<C> census;
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
    Roll(
            Census<C> census,
            long now,
            List<WorkerLoad> workers,
            ToIntFunction<C> homes,
            ToDoubleFunction<C> queued,
            Edges edges) {
        this.census = census;
        this.now = now;
        this.workers = workers;
        this.homes = homes;
        this.queued = queued;
        this.edges = edges;
    }

    @Override
    public int known() {
        return census.size();
    }

    @Override
    public boolean isDemanding() {
        return census.isDemanding();
    }

    private void readHomes() {
        if (!homed) {
            homed = true;
            int index = 0;
            for (Track<C> track : census.tracks()) {
                track.home = homes.applyAsInt(track.cell);
                track.index = track.home < 0 ? -1 : index++;
                track.perNano = census.perNano(track.since, now);
            }
        }
    }

    @Override
    public List<CellLoad<C>> cells() {
        List<CellLoad<C>> result = cells;
        if (result == null) {
            readHomes();
            result = new ArrayList<>(census.size());
            long settle = census.settleNanos();
            for (Track<C> track : census.tracks()) {
                if (track.index >= 0) {
                    double share = Math.min(1, track.work() * track.perNano);
                    boolean asked =
                            share >= WORTH_COUNTING && workers.get(track.home).overloaded();
                    double waiting = asked ? queued.applyAsDouble(track.cell) : 0;
                    boolean settled = track.isSettled(now, settle);
                    result.add(new CellLoad<>(track.cell, track.home, share, waiting, settled, track.placement));
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
        for (Track<C> track : census.tracks()) {
            for (int i = 0; track.index >= 0 && i < Track.PARTNERS; i++) {
                Track<?> partner = track.partner(i);
                if (partner != null && !partner.gone && partner.index >= 0 && partner.home == track.home) {
                    talk[track.home] += track.calls(i) / 2 * track.perNano * 1e9;
                }
            }
        }
        return talk;
    }

    @Override
    public double[] work() {
        readHomes();
        double[] work = new double[workers.size()];
        for (Track<C> track : census.tracks()) {
            if (track.index >= 0) {
                work[track.home] += track.work() * track.perNano;
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
            for (Track<C> track : census.tracks()) {
                for (int i = 0; track.index >= 0 && i < Track.PARTNERS; i++) {
                    Track<?> partner = track.partner(i);
                    if (partner != null && partners[track.index * Track.PARTNERS + i] >= 0) {
                        addEdge(track, i, partner, indexOf(track.index, partner.index, partners));
                    }
                }
            }
        }
        return edges;
    }

    /** The sketches as indices, side by side: they are looked up at random, and fit the processor's caches this way. */
    private int[] partners() {
        int[] partners = new int[census.size() * Track.PARTNERS];
        for (Track<C> track : census.tracks()) {
            for (int i = 0; track.index >= 0 && i < Track.PARTNERS; i++) {
                Track<?> partner = track.partner(i);
                int index = -1;
                if (partner != null && partner.gone) {
                    track.forget(i);
                } else if (partner != null) {
                    index = partner.index;
                }
                partners[track.index * Track.PARTNERS + i] = index;
            }
        }
        return partners;
    }

    private static int indexOf(int track, int partner, int[] partners) {
        int begin = partner * Track.PARTNERS;
        for (int i = 0; i < Track.PARTNERS; i++) {
            if (partners[begin + i] == track) {
                return i;
            }
        }
        return -1;
    }

    /** Once for both ends. */
    private void addEdge(Track<C> track, int at, Track<?> partner, int back) {
        if (back >= 0 && partner.index < track.index) {
            return;
        }
        double perSecond = Math.max(track.perNano, partner.perNano) * 1e9; // as of the younger one
        double rate = calls(track, at, partner, back) * perSecond;
        if (rate >= MIN_CALLS) {
            double certain = Math.max(track.certain(at), back < 0 ? 0 : partner.certain(back));
            edges.add(track.index, partner.index, rate, Math.min(rate, certain * perSecond));
        }
    }

    /**
     * Every call is in the sketches of both ends. If one of them has few partners it knows the number; the other, with
     * more partners than places, would exaggerate. If both have many, each vouches for half of its calls, and the few
     * that are told apart stand for all: the sum stays right.
     */
    private static double calls(Track<?> track, int at, Track<?> partner, int back) {
        double mine = track.calls(at);
        boolean exact = track.isExact(at);
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
