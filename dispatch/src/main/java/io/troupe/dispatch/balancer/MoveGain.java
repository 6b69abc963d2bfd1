// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import org.jspecify.annotations.Nullable;

/**
 * What it would be worth to have some cells on another worker. Their edges are looked at once, for all workers together; its
 * arrays are used again for the next cells.
 */
final class MoveGain {
    private final CellLayout layout;
    private final boolean[] seen;
    private final int[] touched;
    /** Workers that the cells are on. */
    private final int[] source;

    private final double[] leaving;
    private final int[] count;
    /** Calls per second with cells of this worker, that would become local there. */
    private final double[] gained;
    /** Calls per second that are local to this worker. */
    private final double[] local;

    private int workers;
    private int sources;
    private int cells;
    private double arriving;
    private double allLocal;
    private double inside;

    MoveGain(CellLayout layout) {
        this.layout = layout;
        int all = layout.workers();
        this.seen = new boolean[all];
        this.touched = new int[all];
        this.source = new int[all];
        this.leaving = new double[all];
        this.count = new int[all];
        this.gained = new double[all];
        this.local = new double[all];
    }

    /**
     * Looks at these cells.
     *
     * @param groupOf the group of every cell; null: each for itself
     * @return cells and edges that were looked at
     */
    int look(int[] members, int @Nullable [] groupOf) {
        clear();
        cells = members.length;
        int effort = members.length;
        for (int cell : members) {
            int at = touch(layout.place(cell));
            double demand = layout.demand(cell);
            leaving[at] += demand;
            arriving += demand;
            if (count[at]++ == 0) {
                source[sources++] = at;
            }
            int end = layout.edgesEnd(cell);
            for (int i = layout.edgesBegin(cell); i < end; i++) {
                readEdge(cell, at, i, groupOf);
            }
            effort += end - layout.edgesBegin(cell);
        }
        return effort;
    }

    private void clear() {
        for (int i = 0; i < workers; i++) {
            int w = touched[i];
            seen[w] = false;
            leaving[w] = 0;
            count[w] = 0;
            gained[w] = 0;
            local[w] = 0;
        }
        workers = 0;
        sources = 0;
        arriving = 0;
        allLocal = 0;
        inside = 0;
    }

    private int touch(int worker) {
        if (!seen[worker]) {
            seen[worker] = true;
            touched[workers++] = worker;
        }
        return worker;
    }

    /**
     * What would be saved is counted as far as it is certain, what would be lost in full: otherwise cells would follow every
     * coincidence.
     */
    private void readEdge(int cell, int at, int edge, int @Nullable [] groupOf) {
        int other = layout.other(edge);
        int there = touch(layout.place(other));
        if (groupOf != null && groupOf[other] == groupOf[cell]) {
            inside += there == at ? 0 : layout.certain(edge) / 2; // from both of its ends
        } else if (there == at) {
            local[at] += layout.rate(edge);
            allLocal += layout.rate(edge);
        } else {
            gained[there] += layout.certain(edge);
        }
    }

    /** Workers that the cells or their partners are on. */
    int workers() {
        return workers;
    }

    int worker(int at) {
        return touched[at];
    }

    /** Whether anything but evenness speaks for a worker: some cells or partners are there. */
    boolean isAttractive(int worker) {
        return count[worker] > 0 || gained[worker] > 0;
    }

    boolean isAllAt(int worker) {
        return count[worker] == cells;
    }

    /** Calls per second that would no longer go between workers if the cells were on this worker. */
    double hopsSaved(int target) {
        return inside + gained[target] - (allLocal - local[target]);
    }

    /** What it would be worth to have the cells on this worker, without counting the calls. */
    double evenness(int target) {
        double worth = 0;
        double crowded = 0;
        for (int i = 0; i < sources; i++) {
            int from = source[i];
            if (from != target) {
                crowded = Math.max(crowded, layout.crowd(from));
                worth += layout.worth(layout.load(from) - leaving[from]) - layout.worth(layout.load(from));
            }
        }
        worth += layout.worth(layout.load(target) + arriving - leaving[target]) - layout.worth(layout.load(target));
        return worth > 0 ? worth * crowded : worth;
    }

    /** With the calls. */
    double worth(int target) {
        return evenness(target) + layout.price(hopsSaved(target));
    }
}
