// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

/** A sender whose messages wait for room in a mailbox. Called by whoever makes room, one call at a time or several. */
interface RoomWaiter {
    /**
     * Puts messages into the mailbox.
     *
     * @param most how many, at least 1
     * @return whether more of them wait
     */
    boolean pour(int most);

    /** The mailbox has closed: what waits cannot be delivered. */
    void end();
}
