// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Cell;

/**
 * About how many messages wait for an actor, in its mailbox and in front of it, over all links. One of them counts for all. Links
 * say at their looks what they have put, so the number is not more wrong than by a look of each other link,
 * and by a quarter for what local senders have put. Any thread; the lock is taken once per look, not per message.
 */
final class MailboxDepth {
    private final Cell cell;
    private final int limit;
    private final DepthEstimate messages;
    private long held;

    /**
     * Of this cell.
     *
     * @param limit where counting stops
     */
    MailboxDepth(Cell cell, int limit) {
        this.cell = cell;
        this.limit = limit;
        messages = new DepthEstimate(cell.deliveredCount());
    }

    /**
     * A link has counted the messages in the mailbox.
     *
     * @param seen up to the limit
     * @param delivered messages that the cell had delivered before the count
     * @param idle whether nobody took anything out
     * @param more messages that the link has put into the mailbox since its last look
     */
    synchronized void counted(int seen, long delivered, boolean idle, long more) {
        messages.arrived(more);
        messages.counted(seen, delivered, idle);
    }

    /**
     * A link looks.
     *
     * @param more messages that it has put into the mailbox since its last look
     * @param moreHeld messages that it holds in front of the mailbox, more than at its last look; negative: fewer
     * @return messages that wait
     */
    synchronized long look(long more, long moreHeld) {
        held += moreHeld;
        if (cell.mailbox() != null) {
            return cell.depth(limit) + held;
        }
        messages.arrived(more);
        long delivered = cell.deliveredCount();
        boolean idle = cell.isIdle();
        if (messages.isDue(delivered, idle)) {
            messages.counted(cell.depth(limit), delivered, idle);
        }
        return messages.at(cell.deliveredCount()) + held;
    }
}
