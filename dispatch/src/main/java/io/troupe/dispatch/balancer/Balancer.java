// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balance.DecisionReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Decides what to change, from snapshots that come about once per window, or early when a worker asks for help.
 *
 * <ul>
 *   <li>A worker is overloaded: further workers start, as far as there are cells whose move to them is a gain; of these the
 *       ones that carry most work are moved. At the most workers, the load is spread anew.
 *   <li>Uneven load, or cells that talk across workers: moved if two snapshots in a row agree that the whole plan gains
 *       enough. After a plan the averages get a moment to follow.
 *   <li>A worker is overloaded, and its cells talk little to each other: whoever is idle may take from its backlog.
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
    /** Least gain for which threads are started, in workers. */
    private static final double START_GAIN = 0.15;
    /** With less waiting there is nothing that could run at the same time. */
    private static final double CROWD = 0.5;
    /**
     * How many times as many workers there may be after one decision. False alarms stay cheap, and a burst that lasts has
     * 64 workers after two calls for help, a millisecond or two apart.
     */
    private static final int GROWTH = 8;

    /** Of a load: with so much unknown, no plan can be made. */
    private static final double MOST = 0.5;

    /** Averages after workers were added, until the load is spread. */
    private static final int GROWING = 10;

    private static final long NEVER = Long.MIN_VALUE;

    private static final double FULL = 0.95;
    /** Part of the highest load that must be gone for a plan to be worth its while by that alone. */
    private static final double RELIEF = 0.15;

    private final BalanceConfig config;
    private final MoveBudget budget;
    private final WorkerDemand workerDemand;
    private final SearchBackoff growthBackoff;
    private final SearchBackoff moveBackoff;
    private final PlanBackoff<C> planBackoff;
    private final IdleWorkers idleWorkers;
    private final Trial<C> trial;
    private boolean promising;
    private long rebalanced = NEVER;
    private long grown = NEVER;

    /** Knows nothing yet. */
    public Balancer(BalanceConfig config) {
        this.config = config;
        this.budget = new MoveBudget(config.movesPerSecond());
        this.workerDemand = new WorkerDemand(config);
        this.growthBackoff = new SearchBackoff(config);
        this.moveBackoff = new SearchBackoff(config);
        this.planBackoff = new PlanBackoff<>(config);
        this.idleWorkers = new IdleWorkers(config);
        this.trial = new Trial<>(config);
    }

    /** Drops what it remembers of cells that are gone. */
    public void forget(Predicate<C> gone) {
        planBackoff.forget(gone);
        trial.forget(gone);
    }

    /**
     * Decides.
     *
     * @param now what is known
     * @return to be carried out in this order; often empty
     */
    public List<Decision<C>> decide(LoadSnapshot<C> now) {
        workerDemand.observe(now);
        trial.observe(now);
        if (trial.isRunning()) {
            return trial.isOver(now) ? judge(now) : List.of();
        }
        List<Decision<C>> decisions = startPinned(now);
        boolean hot = isHot(now);
        if (hot && now.running() < now.workers().size() && !trial.bansGrowth(now.nanos())) {
            decisions.addAll(scaleUp(now));
        }
        if (decisions.isEmpty()) {
            decisions.addAll(rebalance(now));
        }
        if (decisions.isEmpty()) {
            decisions.addAll(scaleDown(now));
        }
        if (decisions.isEmpty() && trial.isDue(now)) {
            return tryWithout(now);
        }
        if (hot && now.running() > 1) {
            decisions.addAll(new SharePolicy(now, config, workerDemand, isGrowing(now)).decisions());
        }
        return decisions;
    }

    /** Whether workers have been added just now, so that the load is not spread yet. */
    private boolean isGrowing(LoadSnapshot<C> now) {
        return grown != NEVER && now.nanos() - grown < GROWING * LoadTable.averageNanos(config);
    }

    /** Whether a plan waits for the next snapshot to confirm it, or a trial for its end. */
    public boolean isExpectant() {
        return promising || trial.isRunning();
    }

    /** Some worker has more to do than it can, and it could be done at the same time elsewhere. */
    private boolean isHot(LoadSnapshot<C> now) {
        if (now.cold()) {
            return false;
        }
        for (int w = 0; w < now.workers().size(); w++) {
            if (now.workers().get(w).overloaded() && workerDemand.waiting(w) >= CROWD) {
                return true;
            }
        }
        return false;
    }

    // ---- more workers --------------------------------------------------------------------------------------------

    private List<Decision<C>> startPinned(LoadSnapshot<C> now) {
        List<Decision<C>> decisions = new ArrayList<>();
        if (!now.isDemanding()) {
            return decisions;
        }
        boolean[] started = new boolean[now.workers().size()];
        for (CellLoad<C> cell : now.cells()) {
            if (cell.placement().isPinned()) {
                int worker = Math.floorMod(cell.placement().worker(), started.length);
                if (!now.workers().get(worker).running() && !started[worker]) {
                    started[worker] = true;
                    decisions.add(new Decision.Start<>(worker, DecisionReason.PLACEMENT, now.busy(), 0));
                }
            }
        }
        return decisions;
    }

    private List<Decision<C>> scaleUp(LoadSnapshot<C> now) {
        idleWorkers.wanted();
        if (!growthBackoff.isOver(now, workerDemand, true)) {
            return List.of();
        }
        List<Integer> added = addable(now);
        CellLayout layout = new CellLayout(now, config, workerDemand, added);
        int hottest = hottest(now, layout);
        double load = layout.load(hottest);
        if (isUnknown(now, layout, hottest)) {
            return startAndShare(now, load, hottest, added);
        }
        MoveSearch search = search(now, layout);
        added.forEach(search::fresh);
        search.improve();
        added.removeIf(w -> !layout.isChanged(w));
        if (search.gain() < START_GAIN || added.isEmpty()) {
            growthBackoff.begin(now, workerDemand, true);
            return List.of();
        }
        growthBackoff.end();
        grown = now.nanos();
        idleWorkers.started(now.nanos());
        trial.grown(now.nanos());
        List<Decision<C>> decisions = new ArrayList<>();
        for (int w : added) {
            decisions.add(new Decision.Start<>(w, DecisionReason.OVERLOAD, load, search.gain()));
        }
        decisions.addAll(moves(now, layout, search, DecisionReason.OVERLOAD));
        return decisions;
    }

    private List<Integer> addable(LoadSnapshot<C> now) {
        int wanted = (GROWTH - 1) * Math.max(1, now.running());
        List<Integer> added = new ArrayList<>();
        for (int w = 0; w < now.workers().size() && added.size() < wanted; w++) {
            if (!now.workers().get(w).running()) {
                added.add(w);
            }
        }
        return added;
    }

    private static int hottest(LoadSnapshot<?> now, CellLayout layout) {
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

    /** Cells wait there, but most work is not known to be whose. */
    private boolean isUnknown(LoadSnapshot<C> now, CellLayout layout, int worker) {
        return layout.unknown(worker) > MOST * layout.load(worker)
                && now.workers().get(worker).waiting() >= 2;
    }

    private List<Decision<C>> startAndShare(LoadSnapshot<C> now, double load, int hottest, List<Integer> added) {
        List<Decision<C>> decisions = new ArrayList<>();
        if (new SharePolicy(now, config, workerDemand, true).isShareable(hottest)) {
            double helpers = now.workers().get(hottest).waiting();
            List<Decision<C>> shares = new ArrayList<>();
            if (now.running() < 2) { // else it is shared anyway
                shares.add(new Decision.Share<>(hottest, DecisionReason.OVERLOAD, load));
            }
            for (int w : added) {
                if (decisions.size() < helpers) {
                    decisions.add(new Decision.Start<>(w, DecisionReason.OVERLOAD, load, 0));
                    // The first thief takes half of all, and that is as little known there: the next take from it.
                    shares.add(new Decision.Share<>(w, DecisionReason.OVERLOAD, 0));
                }
            }
            decisions.addAll(shares);
        }
        return decisions;
    }

    // ---- the same workers ----------------------------------------------------------------------------------------

    private List<Decision<C>> rebalance(LoadSnapshot<C> now) {
        if (now.running() < 2) {
            return List.of();
        }
        List<Decision<C>> demanded = restoreDemands(now);
        if (!demanded.isEmpty()) {
            return demanded;
        }
        if (!isRegular(now.nanos())
                || !planBackoff.allows(now.nanos())
                || (!promising && !moveBackoff.isOver(now, workerDemand, false))) {
            return List.of();
        }
        rebalanced = now.nanos();
        CellLayout layout = new CellLayout(now, config, workerDemand);
        MoveSearch search = search(now, layout);
        double highest = layout.highest();
        search.improve();
        boolean gains = isWorthwhile(search, now.running())
                || (!workerDemand.isAllFull() && isRelief(highest, layout.highest()));
        if (!gains) {
            promising = false;
            moveBackoff.begin(now, workerDemand, false);
            return List.of();
        }
        moveBackoff.end();
        if (!isConfirmed()) {
            return List.of();
        }
        return moves(now, layout, search, DecisionReason.IMBALANCE);
    }

    /** Calls for help come by the millisecond; between them there is nothing new to learn about who belongs where. */
    private boolean isRegular(long now) {
        return rebalanced == NEVER || now - rebalanced >= config.window().toNanos() * 3 / 4;
    }

    /** Whether another snapshot has promised the same before. */
    private boolean isConfirmed() {
        boolean confirmed = promising;
        promising = true;
        return confirmed;
    }

    /**
     * What errors of measurement pretend to gain grows with the number of workers, as all the best of them are picked: so
     * evenness counts per worker. Who talks to whom is known better, errors there cancel out.
     */
    private boolean isWorthwhile(MoveSearch search, int running) {
        double evenness = search.gain() - search.hopGain();
        return evenness / running + search.hopGain() / Math.sqrt(running) >= config.minGain();
    }

    /** Where cells drive each other, all wait for the fullest worker: it may be alone among many. */
    private static boolean isRelief(double highestBefore, double highestAfter) {
        return highestBefore >= FULL && highestAfter <= (1 - RELIEF) * highestBefore;
    }

    private List<Decision<C>> restoreDemands(LoadSnapshot<C> now) {
        if (!now.isDemanding()) {
            return List.of();
        }
        CellLayout layout = new CellLayout(now, config, workerDemand);
        MoveSearch search = search(now, layout);
        new PlacementDemands(now, layout, search).restore();
        return search.steps().isEmpty() ? List.of() : moves(now, layout, search, DecisionReason.PLACEMENT);
    }

    // ---- fewer workers -------------------------------------------------------------------------------------------

    private List<Decision<C>> scaleDown(LoadSnapshot<C> now) {
        int worker = idleWorkers.find(now);
        return worker < 0 ? List.of() : stop(now, worker);
    }

    private List<Decision<C>> stop(LoadSnapshot<C> now, int worker) {
        CellLayout layout = new CellLayout(now, config, workerDemand);
        layout.close(worker);
        MoveSearch search = search(now, layout);
        search.drain(worker);
        List<Decision<C>> decisions = new ArrayList<>(moves(now, layout, search, DecisionReason.UNDERLOAD));
        decisions.add(new Decision.Stop<>(worker, DecisionReason.UNDERLOAD, now.busy()));
        return decisions;
    }

    /** Brings the cells of one worker to the others, to see whether that is better. */
    private List<Decision<C>> tryWithout(LoadSnapshot<C> now) {
        int worker = IdleWorkers.emptiest(now);
        if (worker < 0) {
            return List.of();
        }
        CellLayout layout = new CellLayout(now, config, workerDemand);
        layout.close(worker);
        MoveSearch search = search(now, layout);
        search.drain(worker);
        List<Decision<C>> moves = moves(now, layout, search, DecisionReason.TRIAL);
        trial.begin(now, worker, moves);
        return moves;
    }

    private List<Decision<C>> judge(LoadSnapshot<C> now) {
        double load = now.busy();
        List<Decision.Move<C>> moves = trial.moves();
        List<Decision<C>> decisions = new ArrayList<>();
        if (trial.end(now)) {
            decisions.add(new Decision.Stop<>(trial.worker(), DecisionReason.TRIAL, load));
        } else {
            for (Decision.Move<C> move : moves) {
                decisions.add(new Decision.Move<>(
                        move.cell(),
                        move.to(),
                        move.from(),
                        DecisionReason.TRIAL,
                        move.load(),
                        move.toLoad(),
                        move.fromLoad(),
                        -move.hopsSaved(),
                        0));
            }
        }
        return decisions;
    }

    // ---- both ----------------------------------------------------------------------------------------------------

    private MoveSearch search(LoadSnapshot<C> now, CellLayout layout) {
        return new MoveSearch(now, layout, budget.available(now.nanos()));
    }

    private List<Decision<C>> moves(
            LoadSnapshot<C> now, CellLayout layout, MoveSearch search, DecisionReason occasion) {
        List<MoveStep> steps = search.steps();
        budget.spend(steps.size());
        workerDemand.plan(layout);
        promising = false;
        List<C> cells =
                steps.stream().map(step -> now.cells().get(step.cell()).cell()).toList();
        planBackoff.planned(now.nanos(), cells, occasion == DecisionReason.IMBALANCE);
        List<Decision<C>> decisions = new ArrayList<>();
        for (MoveStep step : steps) {
            boolean overload = occasion == DecisionReason.OVERLOAD && step.reason() == DecisionReason.IMBALANCE;
            decisions.add(new Decision.Move<>(
                    now.cells().get(step.cell()).cell(),
                    step.from(),
                    step.to(),
                    occasion == DecisionReason.TRIAL ? occasion : overload ? DecisionReason.OVERLOAD : step.reason(),
                    layout.demand(step.cell()),
                    step.fromLoad(),
                    step.toLoad(),
                    step.hopsSaved(),
                    search.gain()));
        }
        return decisions;
    }
}
