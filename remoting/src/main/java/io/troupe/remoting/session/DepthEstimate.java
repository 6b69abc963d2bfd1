// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

/**
 * About how many messages wait in a mailbox. Counting an unbounded one is a walk along it, so it is done rarely: in between, what
 * comes is added and what was delivered is taken off. One thread at a time.
 *
 * <p>A walk sees too little while the owner of the mailbox turns around what it has taken, and if that thread has to wait for a
 * processor it sees too little for as long. Nothing is delivered then. So a walk corrects the estimate downwards only when
 * something has been delivered since the last one, or nobody takes anything out.
 */
final class DepthEstimate {
    /** Arrivals after which messages are counted at the earliest. */
    private static final int LOOK = 64;

    private long counted;
    private long deliveredThen;
    private long arrived;
    private long trusted = LOOK;

    /**
     * Nothing waits.
     *
     * @param delivered messages that the cell has delivered
     */
    DepthEstimate(long delivered) {
        deliveredThen = delivered;
    }

    /** So many messages have come. */
    void arrived(long messages) {
        arrived += messages;
    }

    /**
     * Whether messages should be counted: so much has come, or some are said to wait where nobody works. Else an error would stay
     * for long, as whoever hears of it sends little.
     *
     * @param delivered messages that the cell has delivered
     * @param idle whether nobody takes anything out
     */
    boolean isDue(long delivered, boolean idle) {
        return arrived >= trusted || (idle && at(delivered) > 0);
    }

    /**
     * Messages have been counted.
     *
     * @param messages that were seen
     * @param delivered messages that the cell had delivered before the count
     * @param idle whether nobody took anything out
     */
    void counted(long messages, long delivered, boolean idle) {
        counted = delivered == deliveredThen && !idle ? Math.max(messages, counted + arrived) : messages;
        deliveredThen = delivered;
        arrived = 0;
        trusted = LOOK + counted / 4;
    }

    /** Messages that wait when so many have been delivered. */
    long at(long delivered) {
        return Math.max(0, counted + arrived - (delivered - deliveredThen));
    }
}
