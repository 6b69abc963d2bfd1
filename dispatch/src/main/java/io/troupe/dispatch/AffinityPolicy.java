// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import org.jspecify.annotations.Nullable;

/**
 * Work stealing with a soft affinity. A cell wakes on its home worker, and an idle worker may take it from a backlog. Home
 * is left for once, or moved, by four observations:
 *
 * <ul>
 *   <li>it waits for locks of cells that are on other workers ({@link io.troupe.dispatch.cell.CellThread#contended}): it moves to
 *       whichever of them calls it next. As there is more that calls where more are, all come together at one worker;
 *   <li>home has nothing to do, and the sender's queue is empty or workers {@linkplain CrossTraffic call each other} all the
 *       time: the cell stays with the sender for this once, so that a serial conversation never needs a second thread. Should the
 *       sender go on computing, an idle worker takes it over;
 *   <li>it ran elsewhere several times in a row, or was stolen by a worker that has to steal again and again: home
 *       follows it;
 *   <li>one other worker alone keeps calling it, its messages are cheap and that worker is no busier: it moves to those
 *       it talks to. (Expensive messages gain nothing by that, and spreading them is worth more.)
 * </ul>
 *
 * <p>While home is in a long turn, or stuck, another worker runs what is woken there, by whomever; and nobody stays with a
 * sender that is in one.
 */
final class AffinityPolicy implements SchedulingPolicy {
    private static final int TURNS_UNTIL_MOVE = 4;
    private static final int RAIDS_UNTIL_MOVE = 3;
    private static final int CALLS_UNTIL_MOVE = 8;
    /** A hand-over between workers costs a fraction of this. */
    private static final int CHEAP_NANOS = 2_000;

    AffinityPolicy() {}

    @Override
    public Worker place(Cell cell, Worker home, @Nullable Worker by) {
        if (home.isSlow() || home.isStuck()) { // also if home itself tells it: its long message may only have begun
            return home.group().standIn(home);
        }
        if (by == home) {
            cell.calledFromHome();
            return home;
        }
        if (by == null) {
            cell.calledFromHome();
            return home;
        }
        if (by.isSlow()) { // whatever goes to it waits for the rest of its message
            return home;
        }
        if (cell.isAttracted()) {
            cell.calledFromHome(); // once; and not for other traffic later
            if (by.group().isCrossTrafficHeavy()) {
                cell.migrate(by);
                return by;
            }
        }
        if (home.isIdle() && (by.isQueueEmpty() || by.group().isCrossTrafficHeavy())) {
            return by;
        }
        if (cell.calledFrom(by.index()) >= CALLS_UNTIL_MOVE
                && cell.serviceNanos() < CHEAP_NANOS
                && by.queued() <= home.queued()) {
            cell.calledFromHome();
            cell.migrate(by);
            return by;
        }
        return home;
    }

    @Override
    public boolean runsHere(Cell cell, Worker worker) {
        if (cell.home() == worker) {
            cell.ranAtHome();
        } else if (cell.ranAway() >= TURNS_UNTIL_MOVE || worker.raids() >= RAIDS_UNTIL_MOVE) {
            cell.migrate(worker);
            cell.ranAtHome();
        }
        return true;
    }

    @Override
    public boolean keepsIdleCell(Cell cell) {
        return cell.isWokenFromOutside(); // a conversation between workers should rather move to one of them
    }

    @Override
    public boolean steals() {
        return true;
    }
}
