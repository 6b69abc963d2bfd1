// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.astar;

import io.troupe.bench.savina.support.Seeds;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A cube of nodes, each joined with up to six others at a random cost, the same in every run. The path leads from corner
 * to corner.
 *
 * @param edge nodes along an edge, 2 to 100
 */
record Grid(int edge) {
    /** Where the path begins. */
    static final int ORIGIN = 0;
    /** No neighbour, see {@link #neighbour}. */
    static final int NONE = -1;
    /** Directions of neighbours. */
    static final int DIRECTIONS = 6;

    private static final int LARGEST_COST = 9;

    /** All nodes. */
    int nodes() {
        return edge * edge * edge;
    }

    /** Where the path ends. */
    int target() {
        return nodes() - 1;
    }

    /** The neighbour in a direction, or {@link #NONE}. */
    int neighbour(int node, int direction) {
        int stride = direction < 2 ? 1 : direction < 4 ? edge : edge * edge;
        int place = node / stride % edge;
        if ((direction & 1) == 0) {
            return place + 1 < edge ? node + stride : NONE;
        }
        return place > 0 ? node - stride : NONE;
    }

    /** The cost of a step between neighbours, in both directions; 1 or more. */
    int cost(int from, int to) {
        long seed = (long) Math.min(from, to) * nodes() + Math.max(from, to);
        return 1 + Seeds.below(LARGEST_COST, seed);
    }

    /** What it costs from a node to the target at least. */
    int estimate(int node) {
        int x = node % edge;
        int y = node / edge % edge;
        int z = node / (edge * edge);
        return 3 * (edge - 1) - x - y - z;
    }

    /** The cost of the cheapest path, by Dijkstra's algorithm. */
    int expected() {
        int[] costs = new int[nodes()];
        Arrays.fill(costs, Integer.MAX_VALUE);
        costs[ORIGIN] = 0;
        PriorityQueue<int[]> queue = new PriorityQueue<>(Comparator.comparingInt((int[] entry) -> entry[0]));
        queue.add(new int[] {0, ORIGIN});
        while (!queue.isEmpty()) {
            int[] entry = queue.remove();
            int node = entry[1];
            for (int direction = 0; entry[0] == costs[node] && direction < DIRECTIONS; direction++) {
                int next = neighbour(node, direction);
                if (next != NONE && entry[0] + cost(node, next) < costs[next]) {
                    costs[next] = entry[0] + cost(node, next);
                    queue.add(new int[] {costs[next], next});
                }
            }
        }
        return costs[target()];
    }
}
