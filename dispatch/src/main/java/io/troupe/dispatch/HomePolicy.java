// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import org.jspecify.annotations.Nullable;

/** Every cell runs on its home worker and nowhere else. */
final class HomePolicy implements SchedulingPolicy {
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
    public boolean keepsIdleCell(Cell cell) {
        return true;
    }

    @Override
    public boolean steals() {
        return false;
    }
}
