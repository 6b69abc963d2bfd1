// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.astar;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Has what is left to be looked at, and idle workers. */
class Master extends Actor<Master> {
    private final Grid grid;
    private final Costs costs;
    private final Completion completion;
    private final Agenda agenda = new Agenda();
    private final Deque<Worker> idle = new ArrayDeque<>();
    private int workers;

    Master(Grid grid, Costs costs, Completion completion) {
        this.grid = grid;
        this.costs = costs;
        this.completion = completion;
    }

    public void employ(List<Worker> all) {
        idle.addAll(all);
        workers = all.size();
    }

    public void begin() {
        costs.reset();
        agenda.add(Agenda.entry(grid.estimate(Grid.ORIGIN), Grid.ORIGIN));
        handOut();
    }

    public void left(Worker worker, long[] entries) {
        idle.add(worker);
        for (long entry : entries) {
            agenda.add(entry);
        }
        handOut();
    }

    private void handOut() {
        Master self = self();
        while (!agenda.isEmpty() && !idle.isEmpty()) {
            idle.remove().search(agenda.remove(), self);
        }
        if (idle.size() == workers) {
            completion.complete(costs.best());
        }
    }
}
