// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import java.util.List;

/**
 * What a snapshot knows beyond the workers; found out when it is asked for. Most decisions look at the workers only.
 *
 * @param <C> what is placed
 */
interface LoadView<C> {
    /** Number of known cells, about. */
    int known();

    /** Whether users demand a place for any of them. */
    boolean isDemanding();

    List<CellLoad<C>> cells();

    Edges edges();

    /** Wake-ups per second between cells of the same worker, by worker. */
    double[] talk();

    /** Work of the cells that are at home on a worker, by worker, wherever it was done. */
    double[] work();
}
