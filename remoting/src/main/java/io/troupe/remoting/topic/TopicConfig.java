// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.topic;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/**
 * The configuration of a topic: queues, and the policy for slow subscribers. Immutable; every method returns a changed copy.
 *
 * @param policy of subscribers that name none
 * @param queue items that may wait for one subscriber, and to be published; from 2
 * @param dropOldest whether a full queue loses its oldest item rather than the new one, where items are left out
 * @param minRate items per second below which {@link SlowConsumer#SLOW_ALL} does not slow the publisher; at least 100 count
 * @param maxSlow how long one subscriber may slow the publisher before items are left out for it instead
 * @param disconnectAfter how long the queue of {@link SlowConsumer#DISCONNECT} may be full
 * @param key of an item for {@link SlowConsumer#CONFLATE}; called by the publishing thread
 * @param <T> type of the items
 */
public record TopicConfig<T>(
        SlowConsumer policy,
        int queue,
        boolean dropOldest,
        double minRate,
        Duration maxSlow,
        Duration disconnectAfter,
        Function<? super T, ?> key) {
    private static final int QUEUE = 4096;

    /** Checks the ranges. */
    public TopicConfig {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(key, "key");
        if (queue < 2) {
            throw new IllegalArgumentException("queue must be at least 2: queue=" + queue);
        }
        if (!(minRate >= 0)) {
            throw new IllegalArgumentException("minRate must be 0 or more: minRate=" + minRate);
        }
        if (maxSlow.isNegative() || disconnectAfter.isNegative()) {
            throw new IllegalArgumentException(
                    "times must be 0 or more: maxSlow=" + maxSlow + ", disconnectAfter=" + disconnectAfter);
        }
    }

    /** DROP of the oldest, queues of 4096, 100 items/s, 10 s, 500 ms; one key for all. */
    public static <T> TopicConfig<T> defaults() {
        return new TopicConfig<>(
                SlowConsumer.DROP, QUEUE, true, 100, Duration.ofSeconds(10), Duration.ofMillis(500), item -> "");
    }

    /** With another policy for subscribers that name none. */
    public TopicConfig<T> policy(SlowConsumer newPolicy) {
        return new TopicConfig<>(newPolicy, queue, dropOldest, minRate, maxSlow, disconnectAfter, key);
    }

    /** With queues of another size. */
    public TopicConfig<T> queue(int newQueue) {
        return new TopicConfig<>(policy, newQueue, dropOldest, minRate, maxSlow, disconnectAfter, key);
    }

    /** Leaving out the oldest item, or the new one. */
    public TopicConfig<T> dropOldest(boolean oldest) {
        return new TopicConfig<>(policy, queue, oldest, minRate, maxSlow, disconnectAfter, key);
    }

    /** Slowing the publisher down to this rate at most. */
    public TopicConfig<T> minRate(double newRate) {
        return new TopicConfig<>(policy, queue, dropOldest, newRate, maxSlow, disconnectAfter, key);
    }

    /** Slowing the publisher for one subscriber no longer than this. */
    public TopicConfig<T> maxSlow(Duration newTime) {
        return new TopicConfig<>(policy, queue, dropOldest, minRate, newTime, disconnectAfter, key);
    }

    /** Disconnecting after another time. */
    public TopicConfig<T> disconnectAfter(Duration newTime) {
        return new TopicConfig<>(policy, queue, dropOldest, minRate, maxSlow, newTime, key);
    }

    /** With a key by which items replace each other. */
    public TopicConfig<T> key(Function<? super T, ?> newKey) {
        return new TopicConfig<>(policy, queue, dropOldest, minRate, maxSlow, disconnectAfter, newKey);
    }
}
