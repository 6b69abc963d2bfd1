// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.astar;

/** What one worker does. Owned by its turns. */
final class Search {
    private final Grid grid;
    private final Costs costs;
    private final int steps;
    private final Agenda agenda = new Agenda();

    /**
     * For one worker.
     *
     * @param steps nodes to look at before the rest is given back
     */
    Search(Grid grid, Costs costs, int steps) {
        this.grid = grid;
        this.costs = costs;
        this.steps = steps;
    }

    /** Searches from a node; returns entries that are left to be looked at. */
    long[] from(long entry) {
        agenda.add(entry);
        for (int i = 0; i < steps && !agenda.isEmpty(); i++) {
            long next = agenda.remove();
            int node = Agenda.node(next);
            int estimate = Agenda.estimate(next);
            // an outdated entry has a sibling with the lower cost, here or elsewhere
            if (estimate < costs.best() && estimate - grid.estimate(node) == costs.of(node)) {
                lookAt(node, estimate - grid.estimate(node));
            }
        }
        return agenda.removeAll();
    }

    private void lookAt(int node, int cost) {
        for (int direction = 0; direction < Grid.DIRECTIONS; direction++) {
            int neighbour = grid.neighbour(node, direction);
            if (neighbour == Grid.NONE) {
                continue;
            }
            int through = cost + grid.cost(node, neighbour);
            int estimate = through + grid.estimate(neighbour);
            if (estimate < costs.best() && costs.lower(neighbour, through)) {
                agenda.add(Agenda.entry(estimate, neighbour));
            }
        }
    }
}
