// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides what to change, from snapshots that come about once per window, or early when a worker asks for help.
 *
 * <ul>
 *   <li>A worker is overloaded: further workers start, as far as there are cells whose move to them is a gain; of these the
 *       ones that carry most work are moved. At the most workers, the load is spread anew.
 *   <li>Uneven load, or cells that talk across workers: moved if two snapshots in a row agree that the whole plan gains
 *       enough. After a plan the averages get a moment to follow.
 *   <li>All together have had little to do for long: the emptiest worker is drained and stops.
 * </ul>
 *
 * Built on an idea of the actor library that first did it (scale up when the loop of a worker is never idle, as long as the
 * sum that stays is larger than the sum that goes), with load in work instead of messages, calls between workers as a
 * cost, and hysteresis. Not thread-safe.
 *
 * @param <C> what is placed
 */
public final class Balancer<C> {
    /** Least gain for which a thread is started, in workers. */
    private static final double START_GAIN = 0.15;
    /** All would fit on one worker fewer with this load each. */
    private static final double ROOMY = 0.5;

    private final BalanceConfig config;
    private final Budget budget;
    private boolean promising;
    private long pausedUntil;
    private boolean paused;
    private long easySince;
    private boolean easy;

    /** Knows nothing yet. */
    public Balancer(BalanceConfig config) {
        this.config = config;
        this.budget = new Budget(config.movesPerSecond());
    }

    /**
     * Decides.
     *
     * @param now what is known
     * @return to be carried out in this order; often empty
     */
    public List<Decision<C>> decide(Snapshot<C> now) {
        boolean hot = !now.cold() && now.workers().stream().anyMatch(WorkerLoad::overloaded);
        if (hot && now.running() < now.workers().size()) {
            easy = false;
            List<Decision<C>> more = scaleUp(now);
            if (!more.isEmpty()) {
                return more;
            }
        }
        List<Decision<C>> better = rebalance(now);
        return better.isEmpty() ? scaleDown(now) : better;
    }

    // ---- more workers --------------------------------------------------------------------------------------------

    /** Up to twice as many workers at once: a burst has all of them after a few windows. */
    private List<Decision<C>> scaleUp(Snapshot<C> now) {
        Layout layout = new Layout(now, config);
        int hottest = hottest(now, layout);
        double load = layout.load(hottest);
        int running = now.running();
        int wanted = Math.min(now.workers().size(), 2 * running);
        List<Integer> added = new ArrayList<>();
        for (int w = 0; w < now.workers().size() && running + added.size() < wanted; w++) {
            if (!layout.isOpen(w)) {
                layout.open(w);
                added.add(w);
            }
        }
        Search search = search(now, layout);
        search.improve();
        boolean[] used = new boolean[layout.workers()];
        search.steps().forEach(step -> used[step.to()] = true);
        added.removeIf(w -> !used[w]);
        if (search.gain() >= START_GAIN && !added.isEmpty()) {
            List<Decision<C>> decisions = new ArrayList<>();
            for (int w : added) {
                decisions.add(new Decision.Start<>(w, Reason.OVERLOAD, load, search.gain()));
            }
            decisions.addAll(moves(now, search, Reason.OVERLOAD));
            return decisions;
        }
        return isUnknown(now, hottest) ? share(now, hottest, load) : List.of();
    }

    private static int hottest(Snapshot<?> now, Layout layout) {
        int hottest = 0;
        for (int w = 0; w < layout.workers(); w++) {
            boolean more = layout.load(w) > layout.load(hottest);
            if (now.workers().get(w).overloaded()
                    && (more || !now.workers().get(hottest).overloaded())) {
                hottest = w;
            }
        }
        return hottest;
    }

    /** Cells wait there, but hardly one is known. */
    private boolean isUnknown(Snapshot<C> now, int worker) {
        long known = now.cells().stream()
                .filter(cell -> cell.home() == worker && cell.share() > 0)
                .count();
        return known < 2 && now.workers().get(worker).waiting() >= 2;
    }

    private List<Decision<C>> share(Snapshot<C> now, int hottest, double load) {
        for (int w = 0; w < now.workers().size(); w++) {
            if (!now.workers().get(w).running()) {
                return List.of(
                        new Decision.Start<>(w, Reason.OVERLOAD, load, 0),
                        new Decision.Share<>(hottest, Reason.OVERLOAD, load));
            }
        }
        return List.of();
    }

    // ---- the same workers ----------------------------------------------------------------------------------------

    private List<Decision<C>> rebalance(Snapshot<C> now) {
        if (now.running() < 2) {
            return List.of();
        }
        Layout layout = new Layout(now, config);
        Search search = search(now, layout);
        new Demands(now, layout, search).restore();
        if (!search.steps().isEmpty()) {
            return moves(now, search, Reason.PLACEMENT);
        }
        if (paused && now.nanos() - pausedUntil < 0) {
            return List.of();
        }
        search.improve();
        boolean gains = search.gain() >= config.minGain();
        boolean confirmed = gains && promising;
        promising = gains && !confirmed;
        return confirmed ? moves(now, search, Reason.IMBALANCE) : List.of();
    }

    // ---- fewer workers -------------------------------------------------------------------------------------------

    private List<Decision<C>> scaleDown(Snapshot<C> now) {
        int running = now.running();
        double busy = now.busy();
        if (running < 2 || busy > ROOMY * (running - 1)) {
            easy = false;
            return List.of();
        }
        if (!easy) {
            easy = true;
            easySince = now.nanos();
        }
        if (now.nanos() - easySince < config.giveUpAfter().toNanos()) {
            return List.of();
        }
        easy = false;
        int emptiest = emptiest(now);
        return emptiest < 0 ? List.of() : stop(now, emptiest, busy);
    }

    /** The later ones first, where several have nothing to do. */
    private int emptiest(Snapshot<C> now) {
        int emptiest = -1;
        for (int w = now.workers().size() - 1; w >= 0; w--) {
            WorkerLoad worker = now.workers().get(w);
            if (worker.running()
                    && !worker.pinned()
                    && (emptiest < 0
                            || worker.busy() < now.workers().get(emptiest).busy() - 0.01)) {
                emptiest = w;
            }
        }
        return emptiest;
    }

    private List<Decision<C>> stop(Snapshot<C> now, int worker, double busy) {
        Layout layout = new Layout(now, config);
        layout.close(worker);
        Search search = search(now, layout);
        search.drain(worker);
        List<Decision<C>> decisions = new ArrayList<>(moves(now, search, Reason.UNDERLOAD));
        decisions.add(new Decision.Stop<>(worker, Reason.UNDERLOAD, busy));
        return decisions;
    }

    // ---- both ----------------------------------------------------------------------------------------------------

    private Search search(Snapshot<C> now, Layout layout) {
        return new Search(now, layout, new Units(now, layout), budget.available(now.nanos()));
    }

    private List<Decision<C>> moves(Snapshot<C> now, Search search, Reason occasion) {
        List<Step> steps = search.steps();
        budget.spend(steps.size());
        promising = false;
        paused = true;
        pausedUntil = now.nanos() + config.averageNanos();
        Layout before = new Layout(now, config);
        List<Decision<C>> decisions = new ArrayList<>();
        for (Step step : steps) {
            boolean overload = occasion == Reason.OVERLOAD && step.reason() == Reason.IMBALANCE;
            decisions.add(new Decision.Move<>(
                    now.cells().get(step.cell()).cell(),
                    step.from(),
                    step.to(),
                    overload ? Reason.OVERLOAD : step.reason(),
                    before.demand(step.cell()),
                    step.fromLoad(),
                    step.toLoad(),
                    step.hopsSaved(),
                    search.gain()));
        }
        return decisions;
    }
}
