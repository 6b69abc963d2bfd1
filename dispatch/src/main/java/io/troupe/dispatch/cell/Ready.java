// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

/** Where a cell is scheduled: told once each time an idle cell gets something to do. */
public interface Ready {
    /**
     * Takes the cell to run its turn soon. Any thread; must not block and must not run the turn itself.
     *
     * @param cell owned by nobody else until its turn has ended
     */
    void onReady(Cell cell);
}
