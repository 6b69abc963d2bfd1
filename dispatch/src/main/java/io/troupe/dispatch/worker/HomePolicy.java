// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import org.jspecify.annotations.Nullable;

/** Every cell runs on its home worker and nowhere else. */
final class HomePolicy implements Policy {
    HomePolicy() {}

    @Override
    public Worker place(Cell cell, Worker home, @Nullable Worker by) {
        return home;
    }

    @Override
    public boolean runsHere(Cell cell, Worker worker) {
        return cell.home() == worker;
    }

    @Override
    public boolean lingers(Cell cell) {
        return true;
    }

    @Override
    public boolean steals() {
        return false;
    }
}
