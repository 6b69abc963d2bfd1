// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Cell;

/**
 * About how many messages wait in a cell. Counting an unbounded mailbox is a walk along it, so it is done rarely: in between,
 * arrivals over this link are added and deliveries taken off. Loop only.
 */
final class MailboxDepth {
    private static final int LOOK = 64;

    private final Cell cell;
    private final int limit;
    private long counted;
    private long deliveredThen;
    private long arrived;
    private long trusted = LOOK;

    /**
     * Of a cell.
     *
     * @param limit where counting stops
     */
    MailboxDepth(Cell cell, int limit) {
        this.cell = cell;
        this.limit = limit;
        this.deliveredThen = cell.deliveredCount();
    }

    /** A message was put over this link. */
    void arrived() {
        arrived++;
    }

    /** About as many messages wait: not more wrong than by a quarter for what others have put meanwhile. */
    long estimate() {
        if (arrived >= trusted) {
            return count();
        }
        return Math.max(0, counted + arrived - (cell.deliveredCount() - deliveredThen));
    }

    /** As many messages wait now, up to the limit. */
    long count() {
        deliveredThen = cell.deliveredCount();
        counted = cell.depth(limit);
        if (counted > LOOK) { // a walk along a queue that is being worked off may get lost, but hardly twice
            counted = Math.min(counted, cell.depth(limit));
        }
        arrived = 0;
        trusted = LOOK + counted / 4;
        return counted;
    }
}
