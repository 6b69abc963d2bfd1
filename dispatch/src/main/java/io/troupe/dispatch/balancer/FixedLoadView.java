// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import java.util.List;

/** A view of loads that are all known from the beginning, for tests and simulations. */
record FixedLoadView<C>(int workers, List<CellLoad<C>> cells, Edges edges) implements LoadView<C> {
    @Override
    public int known() {
        return cells.size();
    }

    @Override
    public boolean isDemanding() {
        for (CellLoad<C> cell : cells) {
            if (cell.placement().isDemanding()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public double[] talk() {
        double[] talk = new double[workers];
        for (int i = 0; i < edges.size(); i++) {
            int home = cells.get(edges.a(i)).home();
            talk[home] += home == cells.get(edges.b(i)).home() ? edges.rate(i) : 0;
        }
        return talk;
    }

    @Override
    public double[] work() {
        double[] work = new double[workers];
        for (CellLoad<C> cell : cells) {
            work[cell.home()] += cell.share();
        }
        return work;
    }
}
