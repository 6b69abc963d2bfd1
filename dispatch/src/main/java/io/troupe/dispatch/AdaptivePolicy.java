// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import org.jspecify.annotations.Nullable;

/**
 * Cells run at home, and only the balancer moves homes. They may be away for a while: in a serial conversation with a cell of
 * another worker, when the balancer lets others share a backlog, or while their home is stuck.
 */
final class AdaptivePolicy implements SchedulingPolicy {
    /** Turns in a row away from home before a look at whether that is still right: a slice each at the most. */
    private static final int TURNS_AWAY = 16;

    AdaptivePolicy() {}

    @Override
    public Worker place(Cell cell, Worker home, @Nullable Worker by) {
        if (cell.isPinned()) {
            return home;
        }
        if (!home.isAvailable()) {
            return home.group().deputy(cell, home, by);
        }
        if (home.isSlow()) {
            Worker other = home.group().standIn(home);
            if (other != home) {
                cell.sendAway();
            }
            return other;
        }
        if (by != null && by != home && home.isIdle() && by.isQueueEmpty() && !by.isSlow()) {
            cell.sendAway();
            return by; // waking a second thread for a serial conversation costs more than it gains
        }
        return home;
    }

    @Override
    public boolean runsHere(Cell cell, Worker worker) {
        if (cell.home() == worker) {
            cell.ranAtHome();
            return true;
        }
        boolean away = cell.isAway() || (worker.raids() > 0 && !cell.isPinned()); // scheduled here, or stolen
        if (away && (cell.ranAway() <= TURNS_AWAY || isNotWanted(cell))) {
            return true;
        }
        cell.ranAtHome(); // the count begins anew, or who takes it over from a busy home would send it back again
        // and again
        return false;
    }

    /** Whether home has enough to do without it. */
    private static boolean isNotWanted(Cell cell) {
        return cell.home() instanceof Worker home && (home.isShared() || home.isSlow() || !home.isAvailable());
    }

    @Override
    public boolean keepsIdleCell(Cell cell) {
        return cell.isWokenFromOutside();
    }

    @Override
    public boolean steals() {
        return true;
    }
}
