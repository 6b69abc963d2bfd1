// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Turns samples of turns and calls into loads and edges. What is rare is missed, what is heavy is found; sums are right, as
 * every sample stands for those around it. Times come from the caller. Not thread-safe: the balancer's thread only.
 *
 * @param <C> what is placed; compared by identity
 */
public final class Census<C> {
    private static final int MAX_TRACKED = 8192;
    /** Not seen for so many time constants: forgotten. */
    private static final int PATIENCE = 10;
    /** Cells below this share of a worker are not asked how much they have queued. */
    private static final double WORTH_COUNTING = 1.0 / 64;

    /** Per second; less is noise. */
    private static final double MIN_CALLS = 1;

    private static final long WARM_UP_WORK_NANOS = 200_000_000;

    private final BalanceConfig config;
    private final Fading fading;
    private final IdentityHashMap<C, Track<C>> tracks = new IdentityHashMap<>();
    /** The same, in the order in which they came: decisions must not depend on where objects lie in memory. */
    private final List<Track<C>> order = new ArrayList<>();

    private double messages;
    private double workNanos;

    /** Knows nothing yet. */
    public Census(BalanceConfig config) {
        this.config = config;
        this.fading = new Fading(config.averageNanos());
    }

    /**
     * Notes work.
     *
     * @param cell that ran
     * @param nanos how long, times the number of turns that the sample stands for
     * @param delivered messages, times the same
     * @param now of the sample, about
     */
    public void ran(C cell, double nanos, double delivered, long now) {
        messages += delivered;
        workNanos += nanos;
        double weight = weight(now);
        Track<C> track = track(cell, now);
        if (track != null) {
            track.ran(nanos * weight, now);
        }
    }

    /**
     * Notes that one cell woke another.
     *
     * @param from whose turn it was
     * @param to who became ready by it
     * @param wakeups number of wake-ups that the sample stands for
     * @param now of the sample, about
     */
    public void called(C from, C to, double wakeups, long now) {
        if (from == to) {
            return;
        }
        double weight = weight(now);
        Track<C> caller = track(from, now);
        Track<C> called = track(to, now);
        if (caller != null && called != null) {
            caller.called(called, wakeups * weight, now);
            called.called(caller, wakeups * weight, now);
        }
    }

    private double weight(long now) {
        if (fading.isWorn(now)) {
            double factor = fading.restart(now);
            order.forEach(track -> track.scale(factor));
        }
        return fading.weight(now);
    }

    /** Notes a user's demand; from now on the cell is in every snapshot. */
    public void demand(C cell, Placement placement, long now) {
        // Not through track(): a demand is kept even if there is no room for measurements.
        Track<C> track = tracks.get(cell);
        if (track == null) {
            track = begin(cell, now);
        }
        track.placement = placement;
    }

    /** Notes that the cell was moved. */
    public void moved(C cell, long now) {
        Track<C> track = tracks.get(cell);
        if (track != null) {
            track.moved(now);
        }
    }

    /** Drops what has ended or was silent for long. */
    public void forget(Predicate<C> ended, long now) {
        double patience = (double) PATIENCE * config.averageNanos();
        order.removeIf(track -> {
            boolean silent = now - track.seen > patience && !track.placement.isDemanding();
            track.gone = silent || ended.test(track.cell);
            if (track.gone) {
                tracks.remove(track.cell);
            }
            return track.gone;
        });
    }

    /** Cells known at present. */
    public int size() {
        return order.size();
    }

    private @Nullable Track<C> track(C cell, long now) {
        Track<C> track = tracks.get(cell);
        return track == null && order.size() < MAX_TRACKED ? begin(cell, now) : track;
    }

    private Track<C> begin(C cell, long now) {
        Track<C> track = new Track<>(cell, now - config.windowNanos());
        tracks.put(cell, track);
        order.add(track);
        return track;
    }

    /** Whether too little was run so far for times to mean anything: the code may not be compiled yet. */
    public boolean isCold() {
        return messages < config.warmUpMessages() && workNanos < WARM_UP_WORK_NANOS;
    }

    /**
     * What is known now.
     *
     * @param now time
     * @param workers their loads, measured elsewhere
     * @param homes index of a cell's worker; negative: none of these, the cell is left out
     * @param queued work in a cell's mailbox, in nanoseconds; asked for the heavier cells of overloaded workers only
     */
    public Snapshot<C> snapshot(
            long now, List<WorkerLoad> workers, ToIntFunction<C> homes, ToDoubleFunction<C> queued) {
        weight(now);
        List<CellLoad<C>> cells = new ArrayList<>(order.size());
        List<Track<C>> inside = new ArrayList<>(order.size());
        for (Track<C> track : order) {
            int home = homes.applyAsInt(track.cell);
            track.index = -1;
            if (home < 0) {
                continue;
            }
            double share = Math.min(1, fading.rate(track.work(), track.since, now));
            double waiting =
                    workers.get(home).overloaded() && share >= WORTH_COUNTING ? queued.applyAsDouble(track.cell) : 0;
            boolean settled = track.isSettled(now, config.settle().toNanos());
            track.index = cells.size();
            cells.add(new CellLoad<>(track.cell, home, share, waiting, settled, track.placement));
            inside.add(track);
        }
        return new Snapshot<>(now, isCold(), workers, cells, edges(inside, now));
    }

    private List<Edge> edges(List<Track<C>> inside, long now) {
        List<Edge> edges = new ArrayList<>();
        for (Track<C> track : inside) {
            for (int i = 0; i < Track.PARTNERS; i++) {
                Track<?> partner = track.partner(i);
                if (partner != null && partner.gone) {
                    track.forget(i);
                } else if (partner != null && partner.index >= 0) {
                    addEdge(edges, track, i, partner, now);
                }
            }
        }
        return edges;
    }

    /** Once for both ends. */
    private void addEdge(List<Edge> edges, Track<C> track, int at, Track<?> partner, long now) {
        int back = partner.indexOf(track);
        if (back >= 0 && partner.index < track.index) {
            return;
        }
        double certain = Math.max(track.certain(at), back < 0 ? 0 : partner.certain(back));
        long since = Math.max(track.since, partner.since);
        double rate = fading.rate(calls(track, at, partner, back), since, now) * 1e9;
        if (rate >= MIN_CALLS) {
            double sure = Math.min(rate, fading.rate(certain, since, now) * 1e9);
            edges.add(new Edge(track.index, partner.index, rate, sure));
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
