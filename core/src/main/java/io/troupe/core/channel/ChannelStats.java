// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

/**
 * What has become of the elements of a channel, at one moment. The elements sent are those received, returned, undelivered
 * and inside.
 *
 * @param sent elements accepted so far, those of senders that wait included
 * @param received elements that were given to receivers and have not become undelivered
 * @param returned elements whose senders have cancelled their sends, or whose deadline has passed
 * @param undelivered elements that nobody gets: the actor that one was given to has ended before it saw it, or a newer one has
 *     replaced it; and those that were on a link that was lost, which may have been delivered
 * @param inside elements in the buffer, and elements of senders that wait
 * @param waitingSenders senders that wait
 * @param waitingReceivers receivers that wait
 */
public record ChannelStats(
        long sent,
        long received,
        long returned,
        long undelivered,
        long inside,
        int waitingSenders,
        int waitingReceivers) {

    /** Of the two halves of a channel that stands for a remote one. */
    ChannelStats plus(ChannelStats other) {
        return new ChannelStats(
                sent + other.sent,
                received + other.received,
                returned + other.returned,
                undelivered + other.undelivered,
                inside + other.inside,
                waitingSenders + other.waitingSenders,
                waitingReceivers + other.waitingReceivers);
    }
}
