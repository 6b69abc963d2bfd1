// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.BalanceStats;
import io.troupe.dispatch.balance.Placement;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.WorkerMonitor;
import java.time.Duration;
import java.util.List;

/**
 * Starts with one worker and grows with the load up to its configured number; a balancer decides who lives where. New cells
 * live with the cell that made them or, made from outside, on the running workers in turn.
 */
final class AdaptiveDispatcher implements CellDispatcher {
    private final WorkerGroup group;
    private final PlacementRequests requests = new PlacementRequests();
    private final DecisionApplier applier;
    private final BalancerThread balancer;

    private AdaptiveDispatcher(WorkerConfig config, BalanceConfig balance) {
        this.group = WorkerGroup.measured(config, new AdaptivePolicy(), balance.overloadMessages());
        this.applier = new DecisionApplier(group);
        this.balancer = new BalancerThread(group, balance, requests, applier);
    }

    static AdaptiveDispatcher start(WorkerConfig config, BalanceConfig balance) {
        AdaptiveDispatcher dispatcher = new AdaptiveDispatcher(config, balance);
        dispatcher.group.start(dispatcher.balancer);
        return dispatcher;
    }

    @Override
    public String name() {
        return group.name();
    }

    @Override
    public String toString() {
        return "Dispatcher[" + name() + "]";
    }

    @Override
    public CellHome home() {
        return group.near();
    }

    /** Modulo the workers that run, as long as not all do: a hint starts no thread. */
    @Override
    public CellHome home(int worker) {
        return group.runningNo(worker);
    }

    @Override
    public CellHome home(Placement placement) {
        if (placement.isPinned()) {
            return group.worker(placement.worker());
        }
        String together = placement.together();
        if (together != null) {
            return group.worker(requests.workerOf(together, group.near().index()));
        }
        String apart = placement.apart();
        return apart != null ? group.runningNo(requests.nextOf(apart)) : home();
    }

    @Override
    public void keep(Cell cell, Placement placement) {
        if (placement.isPinned()) {
            cell.pin();
        }
        requests.add(cell, placement);
    }

    @Override
    public int workers() {
        return group.workers();
    }

    @Override
    public void migrate(Cell cell, int worker) {
        group.migrate(cell, worker);
    }

    @Override
    public boolean mayBlock() {
        return false;
    }

    @Override
    public List<WorkerStats> stats() {
        return group.stats();
    }

    @Override
    public BalanceStats balance() {
        return applier.stats();
    }

    @Override
    public void monitor(WorkerMonitor monitor) {
        group.monitor(monitor);
    }

    @Override
    public void forget(WorkerMonitor monitor) {
        group.forget(monitor);
    }

    @Override
    public boolean close(Duration deadline) {
        return group.close(deadline, this);
    }
}
