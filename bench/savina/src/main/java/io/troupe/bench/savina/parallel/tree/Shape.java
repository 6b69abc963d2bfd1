// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.tree;

import io.troupe.bench.savina.support.Seeds;

/**
 * The tree, the same in every run: everything about a node follows from its seed, so that nobody has to ask a common actor.
 *
 * @param trunk children of the root
 * @param branches children of any other node that has some
 * @param permille how many of a thousand nodes have some, 0 to 1000 / branches
 * @param work average units of work of a node
 */
record Shape(int trunk, int branches, int permille, int work) {
    /** Seed of the root. */
    static final long ROOT = 0;

    private static final int THOUSAND = 1_000;

    /** How many children a node has. */
    int children(long seed) {
        if (seed == ROOT) {
            return trunk;
        }
        return Seeds.below(THOUSAND, seed) < permille ? branches : 0;
    }

    /** Seed of a child. */
    static long child(long seed, int index) {
        return Seeds.mix(seed + 31L * (index + 1));
    }

    /** Whether a node is visited before its siblings that are not. */
    static boolean urgent(long seed) {
        return (Seeds.mix(~seed) & 1) == 0;
    }

    /** The work of a node. */
    long visit(long seed) {
        return Seeds.work(-seed, work);
    }

    /** What a node makes of the result of the sibling before it. */
    static long share(long result) {
        return 31 * result;
    }

    /** What a run reports: the number of nodes and the total of their work. */
    static long report(int nodes, long total) {
        return 31L * nodes + total;
    }

    /** The report of a run. */
    long expected() {
        return report(count(ROOT), visit(ROOT) + below(ROOT));
    }

    /** Nodes of a subtree. */
    int count(long seed) {
        int count = 1;
        for (int i = children(seed) - 1; i >= 0; i--) {
            count += count(child(seed, i));
        }
        return count;
    }

    /** Siblings form a ring, so each result is shared once. */
    private long below(long seed) {
        long total = 0;
        for (int i = children(seed) - 1; i >= 0; i--) {
            long child = child(seed, i);
            long own = visit(child);
            total += own + share(own) + below(child);
        }
        return total;
    }
}
