// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Cell;

/**
 * About how many messages wait for an actor, in its mailbox and in front of it, over all links. Counting an unbounded mailbox
 * is a walk along it, so it is done rarely, by one link for all: in between, what links put is added and what was delivered is
 * taken off. Links say at their looks what they have put, so the number is not more wrong than by a look of each other link,
 * and by a quarter for what local senders have put. Any thread; the lock is taken once per look, not per message.
 */
final class MailboxDepth {
    /** Arrivals after which messages are counted at the earliest. */
    private static final int LOOK = 64;

    private final Cell cell;
    private final int limit;
    private long counted;
    private long deliveredThen;
    private long put;
    private long trusted = LOOK;
    private long held;

    /**
     * Of this cell.
     *
     * @param limit where counting stops
     */
    MailboxDepth(Cell cell, int limit) {
        this.cell = cell;
        this.limit = limit;
        deliveredThen = cell.deliveredCount();
    }

    /**
     * A link has counted the messages in the mailbox.
     *
     * @param delivered messages that the cell had delivered before the count
     */
    synchronized void counted(long messages, long delivered) {
        counted = messages;
        deliveredThen = delivered;
        put = 0;
        trusted = LOOK + messages / 4;
    }

    /**
     * A link looks.
     *
     * @param more messages that it has put into the mailbox since its last look
     * @param moreHeld messages that it holds in front of the mailbox, more than at its last look; negative: fewer
     * @return messages that wait
     */
    synchronized long look(long more, long moreHeld) {
        put += more;
        held += moreHeld;
        if (cell.mailbox() != null || put >= trusted) {
            long delivered = cell.deliveredCount();
            counted(cell.depth(limit), delivered);
        }
        return Math.max(0, counted + put - (cell.deliveredCount() - deliveredThen)) + held;
    }
}
