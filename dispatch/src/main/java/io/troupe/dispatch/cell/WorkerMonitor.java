// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.balance.Decision;
import java.time.Duration;
import java.util.List;

/**
 * A listener for what happens to workers and their turns: failures, decisions of the balancer, and the end. It must be quick and
 * must not throw.
 */
public interface WorkerMonitor {
    /** Does nothing. */
    WorkerMonitor NONE = new WorkerMonitor() {};

    /**
     * A message keeps its worker for long. Told again each time the duration has doubled.
     *
     * @param cell whose message it is
     * @param worker the thread
     * @param atLeast how long it has been seen
     * @param stack of the thread while it ran this very message, innermost call first
     */
    default void onStuck(Cell cell, Thread worker, Duration atLeast, List<StackTraceElement> stack) {}

    /**
     * A turn ended with an error that the cell did not deal with (of the virtual machine, or a defect). The worker goes
     * on, the cell is scheduled again.
     *
     * @param cell whose turn it was
     * @param failure what was thrown
     */
    default void onTurnFailed(Cell cell, Throwable failure) {}

    /**
     * Something outside of turns has ended a worker's thread, for example an idle strategy that throws. A new thread takes
     * over, at once or, if threads of this worker die one after the other, after at most a second. No cell is lost. Told,
     * too, when a thread could not be started; that is tried again.
     *
     * @param thread the dying thread, which makes the call; its successor has the same name
     * @param cause what was thrown
     */
    default void onWorkerDied(Thread thread, Throwable cause) {}

    /**
     * A dispatcher has closed, or the executor it uses has ended: it runs no turn from now on. Cells that were waiting for
     * a turn have been abandoned, those that become ready later are abandoned by who makes them ready. Those at rest are the
     * listener's to end. Told once, on the thread that closes.
     *
     * @param dispatcher that has closed
     * @param ended true: all its threads have ended, so {@link Cell#abandon} is allowed for every cell that lives there;
     *     false: a turn may still run, and only {@link Cell#abandonIfIdle} is safe
     * @param cause says so, for those who are told of the end of a cell
     */
    default void onClosed(CellScheduler dispatcher, boolean ended, Throwable cause) {}

    /**
     * The balancer has done something. Told on its thread, or on that of the watchdog, which starts workers for those that wait.
     *
     * @param decision what, why, and the numbers it rested on
     */
    default void onDecision(Decision<Cell> decision) {}
}
