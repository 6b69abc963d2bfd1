// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cells that only move together: those that the user keeps together, and those that would pay more for talking across
 * workers than they work. Joined along the heaviest edges first, as in the coarsening of graph partitioners (Karypis and
 * Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs", 1998), up to a size that still
 * balances.
 */
final class Units {
    /** A call is worth joining its ends if it would cost this part of the smaller one's own work. */
    private static final double BOND = 0.25;
    /** Largest demand of a unit, in shares of an even load per worker. */
    private static final double LARGEST = 0.6;

    private final int[] leader;
    private final double[] demand;
    private final int[][] members;
    private final int[] unitOf;

    Units(Snapshot<?> snapshot, Layout layout) {
        int cells = layout.cells();
        this.leader = new int[cells];
        this.demand = new double[cells];
        for (int i = 0; i < cells; i++) {
            leader[i] = i;
            demand[i] = layout.demand(i);
        }
        joinByKey(snapshot.cells());
        joinByEdge(snapshot, layout);
        this.unitOf = new int[cells];
        this.members = collect(layout);
    }

    private void joinByKey(List<? extends CellLoad<?>> cells) {
        Map<String, Integer> first = new HashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            String key = cells.get(i).placement().together();
            if (key != null) {
                Integer before = first.putIfAbsent(key, i);
                if (before != null) {
                    join(before, i);
                }
            }
        }
    }

    private void joinByEdge(Snapshot<?> snapshot, Layout layout) {
        List<? extends CellLoad<?>> cells = snapshot.cells();
        List<Edge> edges = new ArrayList<>(snapshot.edges());
        edges.sort(Comparator.comparingDouble(Edge::rate).reversed());
        double limit = largest(layout);
        for (Edge edge : edges) {
            CellLoad<?> a = cells.get(edge.a());
            CellLoad<?> b = cells.get(edge.b());
            boolean bound = layout.price(2 * edge.rate()) > BOND * Math.min(a.share(), b.share());
            if (bound && isFree(a) && isFree(b) && demandOf(edge.a()) + demandOf(edge.b()) <= limit) {
                join(edge.a(), edge.b());
            }
        }
    }

    private static boolean isFree(CellLoad<?> cell) {
        return cell.settled()
                && !cell.placement().isPinned()
                && cell.placement().apart() == null;
    }

    private static double largest(Layout layout) {
        double sum = 0;
        int workers = 0;
        for (int w = 0; w < layout.workers(); w++) {
            sum += layout.load(w);
            workers += layout.isOpen(w) ? 1 : 0;
        }
        return LARGEST * Math.max(sum / Math.max(1, workers), 0.5);
    }

    private int find(int cell) {
        int at = cell;
        while (leader[at] != at) {
            leader[at] = leader[leader[at]];
            at = leader[at];
        }
        return at;
    }

    private double demandOf(int cell) {
        return demand[find(cell)];
    }

    private void join(int a, int b) {
        int first = find(a);
        int second = find(b);
        if (first != second) {
            leader[second] = first;
            demand[first] += demand[second];
        }
    }

    /** Units by falling demand. */
    private int[][] collect(Layout layout) {
        Map<Integer, List<Integer>> byLeader = new HashMap<>();
        for (int i = 0; i < leader.length; i++) {
            byLeader.computeIfAbsent(find(i), key -> new ArrayList<>()).add(i);
        }
        List<Integer> leaders = new ArrayList<>(byLeader.keySet());
        leaders.sort(Comparator.<Integer>comparingDouble(at -> demand[at]).reversed());
        int[][] units = new int[leaders.size()][];
        for (int u = 0; u < units.length; u++) {
            units[u] = byLeader.getOrDefault(leaders.get(u), List.of()).stream()
                    .mapToInt(Integer::intValue)
                    .toArray();
            for (int cell : units[u]) {
                unitOf[cell] = u;
            }
        }
        return units;
    }

    int count() {
        return members.length;
    }

    int[] members(int unit) {
        return members[unit];
    }

    /** The unit of every cell. */
    int[] unitOf() {
        return unitOf;
    }

    @Override
    public String toString() {
        return Arrays.deepToString(members);
    }
}
