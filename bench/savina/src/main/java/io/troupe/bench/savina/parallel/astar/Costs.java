// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.astar;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** The lowest cost of each node that any worker has found so far. All workers; costs only fall. */
final class Costs {
    private final Grid grid;
    private final AtomicIntegerArray costs;

    Costs(Grid grid) {
        this.grid = grid;
        this.costs = new AtomicIntegerArray(grid.nodes());
    }

    /** Forgets all. Only while nobody searches. */
    void reset() {
        for (int i = 0; i < costs.length(); i++) {
            costs.setPlain(i, Integer.MAX_VALUE);
        }
        costs.set(Grid.ORIGIN, 0);
    }

    /** Of a path to a node. */
    int of(int node) {
        return costs.get(node);
    }

    /** Of a path to the target. */
    int best() {
        return costs.get(grid.target());
    }

    /** Takes a cost if it is lower than what is known; true if it is. */
    boolean lower(int node, int cost) {
        int known = costs.get(node);
        while (cost < known) {
            int seen = costs.compareAndExchange(node, known, cost);
            if (seen == known) {
                return true;
            }
            known = seen;
        }
        return false;
    }
}
