// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.host;

import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellScheduler;

/** Cells of a system that are no actors, such as the stages of a line: how they end with it. Any thread. */
public interface HostedCells {
    /** Takes nothing more and finishes what is there. Settles when the cells have ended, whatever the outcome. */
    Promise<Void> drain();

    /** Ends without finishing. Settles when the cells have ended, whatever the outcome. */
    Promise<Void> stop();

    /**
     * Ends the cells of a dispatcher that runs no turns any more.
     *
     * @param dispatcher that has closed
     * @param ended whether no turn can be running
     * @param cause why nobody runs them
     */
    void abandon(CellScheduler dispatcher, boolean ended, Throwable cause);
}
