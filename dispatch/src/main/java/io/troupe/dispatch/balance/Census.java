// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
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

    private static final long WARM_UP_WORK_NANOS = 200_000_000;

    private final BalanceConfig config;
    private final double constant;
    private final Map<C, Track<C>> tracks = new IdentityHashMap<>();
    private double messages;
    private double workNanos;

    /** Knows nothing yet. */
    public Census(BalanceConfig config) {
        this.config = config;
        this.constant = config.averageNanos();
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
        Track<C> track = track(cell, now);
        if (track != null) {
            track.work.add(nanos, now, constant);
            track.seen = now;
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
        Track<C> caller = track(from, now);
        Track<C> called = track(to, now);
        if (caller != null && called != null) {
            caller.called(called, wakeups, now, constant);
            called.called(caller, wakeups, now, constant);
        }
    }

    /** Notes a user's demand; from now on the cell is in every snapshot. */
    public void demand(C cell, Placement placement, long now) {
        Track<C> track = tracks.computeIfAbsent(cell, key -> new Track<>(key, now - config.windowNanos()));
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
        double patience = PATIENCE * constant;
        Iterator<Track<C>> all = tracks.values().iterator();
        while (all.hasNext()) {
            Track<C> track = all.next();
            boolean silent = now - track.seen > patience && !track.placement.isDemanding();
            if (silent || ended.test(track.cell)) {
                all.remove();
            }
        }
    }

    /** Cells known at present. */
    public int size() {
        return tracks.size();
    }

    private @Nullable Track<C> track(C cell, long now) {
        Track<C> track = tracks.get(cell);
        if (track == null && tracks.size() < MAX_TRACKED) {
            track = new Track<>(cell, now - config.windowNanos());
            tracks.put(cell, track);
        }
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
        List<CellLoad<C>> cells = new ArrayList<>();
        List<Track<C>> inside = new ArrayList<>();
        for (Track<C> track : tracks.values()) {
            int home = homes.applyAsInt(track.cell);
            track.index = -1;
            if (home < 0) {
                continue;
            }
            double share = Math.min(1, track.work.rate(now, constant));
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
            for (int i = 0; i < track.partners(); i++) {
                Track<?> partner = track.partner(i);
                if (partner == null) {
                    continue;
                }
                if (partner.index < 0 || !tracks.containsKey(partner.cell)) {
                    track.forget(i);
                    continue;
                }
                double rate = track.rate(i, now, constant) / 2; // every call is in the sketches of both
                if (rate >= 1) {
                    edges.add(new Edge(track.index, partner.index, rate));
                }
            }
        }
        return edges;
    }
}
