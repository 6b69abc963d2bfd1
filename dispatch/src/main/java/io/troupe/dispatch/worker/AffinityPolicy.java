// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import org.jspecify.annotations.Nullable;

/**
 * Work stealing with a soft affinity: a cell wakes on its home worker; an idle worker may take it from a backlog; it
 * stays with the sender's worker when home has nothing to do and the sender's queue is empty, so that a serial
 * conversation never wakes a second thread. Home follows a cell that keeps running elsewhere.
 */
final class AffinityPolicy implements Policy {
    private static final int TURNS_UNTIL_MOVE = 4;

    AffinityPolicy() {}

    @Override
    public Worker place(Worker home, @Nullable Worker by) {
        return by != null && by != home && home.isIdle() && by.isQueueEmpty() ? by : home;
    }

    @Override
    public boolean runsHere(Cell cell, Worker worker) {
        if (cell.home() == worker) {
            cell.atHome();
        } else if (cell.strayed() >= TURNS_UNTIL_MOVE) {
            cell.migrate(worker);
            cell.atHome();
        }
        return true;
    }

    @Override
    public boolean lingers(Cell cell) {
        return cell.isWokenFromOutside(); // a conversation between workers should rather move to one of them
    }

    @Override
    public boolean steals() {
        return true;
    }
}
