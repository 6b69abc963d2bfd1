// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

/** Where a cell is scheduled: told once each time an idle cell gets something to do. */
public interface CellHome {
    /**
     * Takes the cell to run its turn soon. Any thread; must not block and must not run the turn itself.
     *
     * @param cell owned by nobody else until its turn has ended
     */
    void onReady(Cell cell);

    /**
     * Whether the thread is the one that runs the turns here, by calling {@link #drive}: then nobody else would run one
     * while it waits. Any thread.
     *
     * @param thread outside of turns
     * @return false for all that have threads of their own
     */
    default boolean isDrivenBy(Thread thread) {
        return false;
    }

    /**
     * Whether everything goes on in that thread, time, too: what it waits for without calling {@link #drive} never comes. Any
     * thread.
     *
     * @param thread outside of turns
     * @return false for all but simulations
     */
    default boolean happensIn(Thread thread) {
        return false;
    }

    /**
     * Runs one step: a turn, or whatever else goes on here. Only for the thread that drives this place.
     *
     * @return whether there was one
     */
    default boolean drive() {
        return false;
    }
}
