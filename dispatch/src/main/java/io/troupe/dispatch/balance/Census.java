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

    private static final long WARM_UP_WORK_NANOS = 200_000_000;

    private final BalanceConfig config;
    private final Fading fading;
    private final IdentityHashMap<C, Track<C>> tracks = new IdentityHashMap<>();
    /** The same, in the order in which they came: decisions must not depend on where objects lie in memory. */
    private final List<Track<C>> order = new ArrayList<>();

    /** Taken over from snapshot to snapshot. */
    private final Edges edges = new Edges();

    private final long settleNanos;
    /** Tracks with a demand. */
    private int demands;

    private double messages;
    private double workNanos;
    private double countedMessages;
    private double countedTurns;

    /** Knows nothing yet. */
    public Census(BalanceConfig config) {
        this.config = config;
        this.fading = new Fading(config.averageNanos());
        this.settleNanos = config.settle().toNanos();
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
     * Notes how much was done so far. Who does not know need not say.
     *
     * @param delivered messages of all workers together, exactly
     * @param turns of all workers together, about
     */
    public void counted(long delivered, long turns) {
        countedMessages = delivered;
        countedTurns = turns;
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
        demands += (placement.isDemanding() ? 1 : 0) - (track.placement.isDemanding() ? 1 : 0);
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
                demands -= track.placement.isDemanding() ? 1 : 0;
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
     * What is known now; good until more is noted or the next one is taken. Cells and edges are read when they are asked for.
     *
     * @param now time
     * @param workers their loads, measured elsewhere
     * @param homes index of a cell's worker; negative: none of these, the cell is left out
     * @param queued work in a cell's mailbox, in nanoseconds; asked for the heavier cells of overloaded workers only
     */
    public Snapshot<C> snapshot(
            long now, List<WorkerLoad> workers, ToIntFunction<C> homes, ToDoubleFunction<C> queued) {
        weight(now);
        return new Snapshot<>(
                now,
                isCold(),
                countedMessages,
                countedTurns,
                workers,
                new Roll<>(this, now, workers, homes, queued, edges));
    }

    // ---- for those who read it -----------------------------------------------------------------------------------

    List<Track<C>> tracks() {
        return order;
    }

    boolean isDemanding() {
        return demands > 0;
    }

    /** What turns a stored sum into a rate per nanosecond. */
    double perNano(long since, long now) {
        return fading.perNano(since, now);
    }

    long settleNanos() {
        return settleNanos;
    }
}
