// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import org.jspecify.annotations.Nullable;

/** Which worker of a group runs a ready cell. Called on hot paths by any thread: no locks, no allocation. */
interface SchedulingPolicy {
    /**
     * Chooses the worker in whose queue a ready cell goes. Called by who schedules the cell, who owns it until it is put
     * there.
     *
     * @param cell that became ready
     * @param home the cell's home worker
     * @param by the worker on whose thread the cell became ready, or null for a foreign thread
     */
    Worker place(Cell cell, Worker home, @Nullable Worker by);

    /** Whether the worker runs a cell it found in its queue; false passes it on to its home. Owner of the cell only. */
    boolean runsHere(Cell cell, Worker worker);

    /**
     * Whether an idle worker keeps a cell that has nothing to do and polls it, instead of giving it up to be scheduled
     * anew by the next message. Owner of the cell only.
     */
    boolean keepsIdleCell(Cell cell);

    /** Whether idle workers look for work in the queues of others. */
    boolean steals();

    /**
     * Whether cells may run away from home, so that the watchdog may move what waits behind a stuck turn. Then
     * {@link #runsHere} must not send home what was moved. Stealing implies it.
     */
    default boolean relocates() {
        return steals();
    }
}
