// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.topic;

import java.util.List;

/**
 * Counters of a topic and its subscribers. A snapshot taken without locks.
 *
 * @param published items that went out to the subscribers of the time
 * @param waiting items whose publishers are being slowed down
 * @param rate items per second that may be published at present; infinite: no limit
 * @param unsendable how often an item could not be encoded
 * @param subscribers present ones
 */
public record TopicStats(long published, long waiting, double rate, long unsendable, List<Subscription> subscribers) {
    /** Copies the list. */
    public TopicStats {
        subscribers = List.copyOf(subscribers);
    }

    /** How a subscriber is doing. */
    public enum State {
        /** It has room. */
        OPEN,
        /** Its queue has been full and is not half empty yet. */
        FULL,
        /** It has slowed the publisher for too long: it may not any more. */
        GIVEN_UP
    }

    /**
     * One subscriber. What was published since it came is sent, dropped or queued.
     *
     * @param peer who, or "local"
     * @param policy when it is slow
     * @param state how it is doing
     * @param sent items handed to the link, or to the callback
     * @param dropped items left out or replaced
     * @param queued items waiting
     * @param naks how often it has complained
     */
    public record Subscription(
            String peer, SlowConsumer policy, State state, long sent, long dropped, int queued, long naks) {}
}
