// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.topic;

import java.util.List;

/**
 * The counters of a topic and its subscribers. A snapshot taken without locks: figures may belong to slightly different
 * moments.
 *
 * @param published items that went out to the subscribers of the time
 * @param waiting items that wait to be published, because subscribers slow the publishers down
 * @param rate items per second that may be published at present; infinite: there is no limit
 * @param unsendable how often an item could not be encoded for a link
 * @param subscribers the present subscribers
 */
public record TopicStats(long published, long waiting, double rate, long unsendable, List<Subscription> subscribers) {
    /**
     * Copies the list of subscribers.
     *
     * @param published items
     * @param waiting items
     * @param rate items per second, or infinite
     * @param unsendable items
     * @param subscribers is copied
     */
    public TopicStats {
        subscribers = List.copyOf(subscribers);
    }

    /** The states of a subscriber. */
    public enum State {
        /** The queue of the subscriber has room. */
        OPEN,
        /** The queue has been full and is not half empty yet. */
        FULL,
        /** The subscriber has slowed the publisher for too long, and may not do so any more. */
        GIVEN_UP
    }

    /**
     * The counters of one subscriber. An item that was published since the subscription is sent, dropped or queued.
     *
     * @param peer address of the other process, or "local"
     * @param policy the treatment of the subscriber when it does not keep up
     * @param state whether its queue has room
     * @param sent items handed to the link, or to the callback
     * @param dropped items left out or replaced
     * @param queued items that wait
     * @param naks negative acknowledgements: how often the subscriber could not keep up
     */
    public record Subscription(
            String peer, SlowConsumer policy, State state, long sent, long dropped, int queued, long naks) {}
}
