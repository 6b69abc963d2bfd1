// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A directed graph whose edges say why one thing comes before another. Nothing in it recurses, so that a history may
 * be long. Edges are added first, and asked for afterwards. For one thread.
 */
final class DependencyGraph {
    /**
     * An edge.
     *
     * @param from the node that comes before
     * @param to the node that comes after
     * @param kind one bit
     * @param reason for people; empty for edges at which only a helper begins
     */
    record Dependency(int from, int to, int kind, String reason) {}

    private final List<Dependency> edges = new ArrayList<>();
    private int nodes;

    /** Edges sorted by their beginning: those of a node are first[node] to first[node + 1]. */
    private int @Nullable [] first;

    private Dependency[] sorted = new Dependency[0];

    DependencyGraph(int nodes) {
        this.nodes = nodes;
    }

    /** {@return a node that stands for nothing, but saves edges} */
    int addHelper() {
        return nodes++;
    }

    int size() {
        return nodes;
    }

    /** Adds an edge, unless it would go from a node to itself. */
    void add(int from, int to, int kind, String reason) {
        if (from != to) {
            edges.add(new Dependency(from, to, kind, reason));
        }
    }

    List<Dependency> edges() {
        return edges;
    }

    private int[] index() {
        if (first != null) {
            return first;
        }
        int[] starts = new int[nodes + 1];
        for (Dependency edge : edges) {
            starts[edge.from() + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            starts[node + 1] += starts[node];
        }
        sorted = new Dependency[edges.size()];
        int[] at = Arrays.copyOf(starts, nodes);
        for (Dependency edge : edges) {
            sorted[at[edge.from()]++] = edge;
        }
        first = starts;
        return starts;
    }

    /** {@return the edges that begin at a node} */
    List<Dependency> from(int node) {
        int[] starts = index();
        return Arrays.asList(sorted).subList(starts[node], starts[node + 1]);
    }

    /**
     * The strongly connected components, by the algorithm of Tarjan with a stack of its own.
     *
     * @param kinds only edges of these kinds count
     * @return the number of each node's component. An edge between two components leads from the greater number to the
     *     smaller
     */
    int[] components(int kinds) {
        int[] starts = index();
        int[] component = new int[nodes];
        int[] order = new int[nodes]; // of discovery, from 1
        int[] low = new int[nodes];
        int[] next = Arrays.copyOf(starts, nodes);
        int[] path = new int[nodes];
        int[] stack = new int[nodes];
        boolean[] onStack = new boolean[nodes];
        int pathSize = 0;
        int stackSize = 0;
        int discovered = 0;
        int components = 0;
        for (int root = 0; root < nodes; root++) {
            if (order[root] != 0) {
                continue;
            }
            path[pathSize++] = root;
            while (pathSize > 0) {
                int node = path[pathSize - 1];
                if (order[node] == 0) {
                    order[node] = low[node] = ++discovered;
                    stack[stackSize++] = node;
                    onStack[node] = true;
                }
                boolean descends = false;
                while (!descends && next[node] < starts[node + 1]) {
                    Dependency edge = sorted[next[node]++];
                    if ((edge.kind() & kinds) == 0) {
                        continue;
                    }
                    if (order[edge.to()] == 0) {
                        path[pathSize++] = edge.to();
                        descends = true;
                    } else if (onStack[edge.to()]) {
                        low[node] = Math.min(low[node], order[edge.to()]);
                    }
                }
                if (descends) {
                    continue;
                }
                pathSize--;
                if (pathSize > 0) {
                    low[path[pathSize - 1]] = Math.min(low[path[pathSize - 1]], low[node]);
                }
                if (low[node] == order[node]) {
                    int member;
                    do {
                        member = stack[--stackSize];
                        onStack[member] = false;
                        component[member] = components;
                    } while (member != node);
                    components++;
                }
            }
        }
        return component;
    }

    /**
     * A shortest cycle through an edge.
     *
     * @param edge with which the cycle begins
     * @param kinds the kinds of the other edges
     * @param component the other edges stay within the component of their beginning
     * @return the edges of the cycle in order; null if there is none
     */
    @Nullable
    List<Dependency> cycle(Dependency edge, int kinds, int[] component) {
        Map<Integer, Dependency> into = new HashMap<>(); // not an array: there may be many small components
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(edge.to());
        into.put(edge.to(), edge);
        while (!queue.isEmpty()) {
            int node = queue.remove();
            for (Dependency out : from(node)) {
                int to = out.to();
                if ((out.kind() & kinds) == 0 || component[to] != component[node] || into.containsKey(to)) {
                    continue;
                }
                into.put(to, out);
                if (to == edge.from()) {
                    return backwards(edge, into);
                }
                queue.add(to);
            }
        }
        return null;
    }

    private static List<Dependency> backwards(Dependency edge, Map<Integer, Dependency> into) {
        List<Dependency> cycle = new ArrayList<>();
        int node = edge.from();
        do {
            Dependency last = Objects.requireNonNull(into.get(node), "edge");
            cycle.add(last);
            node = last.from();
        } while (node != edge.from());
        Collections.reverse(cycle);
        return cycle;
    }
}
