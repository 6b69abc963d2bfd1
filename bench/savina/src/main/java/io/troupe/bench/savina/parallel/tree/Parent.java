// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.tree;

/** Whom a node reports to. */
interface Parent {
    /** A child's subtree has grown to so many nodes. */
    void grown(int nodes);

    /** A child's subtree has been visited. */
    void total(long sum);
}
