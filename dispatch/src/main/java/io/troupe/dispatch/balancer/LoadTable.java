// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Placement;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
public final class LoadTable<C> {
    private static final int MAX_TRACKED = 8192;
    /** Not seen for so many time constants: forgotten. */
    private static final int SILENT_CONSTANTS = 10;

    private static final long WARM_UP_WORK_NANOS = 200_000_000;

    /** Windows over which loads are averaged. */
    private static final int AVERAGED_WINDOWS = 5;

    private final BalanceConfig config;
    private final DecayingRate decay;
    private final IdentityHashMap<C, CellSample<C>> samples = new IdentityHashMap<>();
    /** The same, in the order in which they came: decisions must not depend on where objects lie in memory. */
    private final List<CellSample<C>> order = new ArrayList<>();

    /** Taken over from snapshot to snapshot. */
    private final Edges edges = new Edges();

    private final long settleNanos;
    /** Cells with a demand. */
    private int demands;

    private double messages;
    private double workNanos;
    private double countedMessages;
    private double countedTurns;

    /** Knows nothing yet. */
    public LoadTable(BalanceConfig config) {
        this.config = config;
        this.decay = new DecayingRate(averageNanos(config));
        this.settleNanos = TimeUnit.NANOSECONDS.convert(config.settle());
    }

    /** The time over which loads are averaged. */
    static long averageNanos(BalanceConfig config) {
        return AVERAGED_WINDOWS * config.window().toNanos();
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
        CellSample<C> sample = sample(cell, now);
        if (sample != null) {
            sample.ran(nanos * weight, now);
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
        CellSample<C> caller = sample(from, now);
        CellSample<C> called = sample(to, now);
        if (caller != null && called != null) {
            caller.called(called, wakeups * weight, now);
            called.called(caller, wakeups * weight, now);
        }
    }

    private double weight(long now) {
        if (decay.isWorn(now)) {
            double factor = decay.restart(now);
            order.forEach(sample -> sample.scale(factor));
        }
        return decay.weight(now);
    }

    /** Notes a user's demand; from now on the cell is in every snapshot. */
    public void demand(C cell, Placement placement, long now) {
        // Not through sample(): a demand is kept even if there is no room for measurements.
        CellSample<C> sample = samples.get(cell);
        if (sample == null) {
            sample = begin(cell, now);
        }
        demands += (placement.isDemanding() ? 1 : 0) - (sample.placement.isDemanding() ? 1 : 0);
        sample.placement = placement;
    }

    /** Notes that the cell was moved. */
    public void moved(C cell, long now) {
        CellSample<C> sample = samples.get(cell);
        if (sample != null) {
            sample.moved(now);
        }
    }

    /** Drops what has ended or was silent for long. */
    public void forget(Predicate<C> ended, long now) {
        double silence = (double) SILENT_CONSTANTS * averageNanos(config);
        order.removeIf(sample -> {
            boolean silent = now - sample.seen > silence && !sample.placement.isDemanding();
            sample.gone = silent || ended.test(sample.cell);
            if (sample.gone) {
                samples.remove(sample.cell);
                demands -= sample.placement.isDemanding() ? 1 : 0;
            }
            return sample.gone;
        });
    }

    /** Cells known at present. */
    public int size() {
        return order.size();
    }

    private @Nullable CellSample<C> sample(C cell, long now) {
        CellSample<C> sample = samples.get(cell);
        return sample == null && order.size() < MAX_TRACKED ? begin(cell, now) : sample;
    }

    private CellSample<C> begin(C cell, long now) {
        CellSample<C> sample = new CellSample<>(cell, now - config.window().toNanos());
        samples.put(cell, sample);
        order.add(sample);
        return sample;
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
    public LoadSnapshot<C> snapshot(
            long now, List<WorkerLoad> workers, ToIntFunction<C> homes, ToDoubleFunction<C> queued) {
        weight(now);
        return new LoadSnapshot<>(
                now,
                isCold(),
                countedMessages,
                countedTurns,
                workers,
                new TableLoadView<>(this, now, workers, homes, queued, edges));
    }

    // ---- for those who read it -----------------------------------------------------------------------------------

    List<CellSample<C>> samples() {
        return order;
    }

    boolean isDemanding() {
        return demands > 0;
    }

    /** What turns a stored sum into a rate per nanosecond. */
    double perNano(long since, long now) {
        return decay.perNano(since, now);
    }

    long settleNanos() {
        return settleNanos;
    }
}
