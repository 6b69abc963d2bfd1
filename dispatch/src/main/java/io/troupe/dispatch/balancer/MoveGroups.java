// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cells that only move together: those that the user keeps together, and those that would pay more for talking across
 * workers than they work. Joined along the heaviest edges first, as in the coarsening of graph partitioners (Karypis and
 * Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs", 1998), up to a size that still
 * balances.
 */
final class MoveGroups {
    /** A call is worth joining its ends if it would cost this part of the smaller one's own work. */
    private static final double BOND = 0.25;
    /** Largest demand of a group, in shares of an even load per worker; but always as much as a worker can do. */
    private static final double LARGEST = 0.6;

    private final int[] leader;
    private final double[] demand;
    private final int[][] members;
    private final int[] groupOf;

    MoveGroups(LoadSnapshot<?> snapshot, CellLayout layout) {
        int cells = layout.cells();
        this.leader = new int[cells];
        this.demand = new double[cells];
        for (int i = 0; i < cells; i++) {
            leader[i] = i;
            demand[i] = layout.demand(i);
        }
        joinByKey(snapshot.cells());
        joinByEdge(snapshot, layout);
        this.groupOf = new int[cells];
        this.members = collect();
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

    private void joinByEdge(LoadSnapshot<?> snapshot, CellLayout layout) {
        Edges edges = snapshot.links();
        double limit = Math.max(LARGEST * layout.mean(), 1);
        for (int at : heaviestFirst(snapshot, layout)) {
            int a = find(edges.a(at));
            int b = find(edges.b(at));
            if (a != b && demand[a] + demand[b] <= limit) {
                join(a, b);
            }
        }
    }

    /** The edges that bind. */
    private static int[] heaviestFirst(LoadSnapshot<?> snapshot, CellLayout layout) {
        List<? extends CellLoad<?>> cells = snapshot.cells();
        Edges edges = snapshot.links();
        double[] rates = new double[edges.size()];
        for (int i = 0; i < rates.length; i++) {
            double certain = edges.certain(i);
            CellLoad<?> a = cells.get(edges.a(i));
            CellLoad<?> b = cells.get(edges.b(i));
            boolean bound = layout.price(2 * certain) > BOND * Math.min(a.share(), b.share());
            rates[i] = bound && isFree(a) && isFree(b) ? certain : -1;
        }
        return falling(rates);
    }

    private static boolean isFree(CellLoad<?> cell) {
        return cell.settled()
                && !cell.placement().isPinned()
                && cell.placement().apart() == null;
    }

    /**
     * Indices by falling value, of those that are not negative. Sorted as numbers whose upper half is the value and whose
     * lower half is the index: without objects, and the same on every run.
     */
    private static int[] falling(double[] values) {
        long[] keys = new long[values.length];
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] >= 0) {
                long bits = Float.floatToIntBits((float) values[i]);
                keys[count++] = bits << 32 | (Integer.MAX_VALUE - i);
            }
        }
        Arrays.sort(keys, 0, count);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = Integer.MAX_VALUE - (int) keys[count - 1 - i];
        }
        return order;
    }

    private int find(int cell) {
        int at = cell;
        while (leader[at] != at) {
            leader[at] = leader[leader[at]];
            at = leader[at];
        }
        return at;
    }

    private void join(int a, int b) {
        int first = find(a);
        int second = find(b);
        if (first != second) {
            leader[second] = first;
            demand[first] += demand[second];
        }
    }

    /** Groups by falling demand. */
    private int[][] collect() {
        double[] ofLeaders = new double[leader.length];
        int[] size = new int[leader.length];
        for (int i = 0; i < leader.length; i++) {
            ofLeaders[i] = find(i) == i ? demand[i] : -1;
            size[find(i)]++;
        }
        int[] order = falling(ofLeaders);
        int[][] groups = new int[order.length][];
        int[] groupAt = new int[leader.length];
        for (int u = 0; u < order.length; u++) {
            groups[u] = new int[size[order[u]]];
            groupAt[order[u]] = u;
        }
        int[] filled = new int[order.length];
        for (int i = 0; i < leader.length; i++) {
            int group = groupAt[find(i)];
            groups[group][filled[group]++] = i;
            groupOf[i] = group;
        }
        return groups;
    }

    int count() {
        return members.length;
    }

    int[] members(int group) {
        return members[group];
    }

    /** The group of every cell. */
    int[] groupOf() {
        return groupOf;
    }

    @Override
    public String toString() {
        return Arrays.deepToString(members);
    }
}
