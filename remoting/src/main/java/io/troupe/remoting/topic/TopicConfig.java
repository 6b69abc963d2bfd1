// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.topic;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/**
 * The configuration of a topic: queues, and the policy for slow subscribers. Immutable; every method returns a changed
 * copy.
 *
 * @param policy the policy of subscribers that name none
 * @param queue most items that wait for one subscriber, and most that wait to be published; from 2
 * @param dropOldest whether a full queue loses its oldest item (true) or the new one (false), where items are left out
 * @param minRate items per second below which {@link SlowConsumer#SLOW_ALL} does not slow the publisher, from 0; while
 *     a queue is full, the topic passes at least 100 items per second even if this is less
 * @param maxSlow longest time for which one subscriber may slow the publisher; then items are left out for it instead.
 *     From 0 to a year
 * @param disconnectAfter longest time for which the queue of a subscriber of {@link SlowConsumer#DISCONNECT} may be
 *     full; from 0 to a year
 * @param key gives the key of an item for {@link SlowConsumer#CONFLATE}: an item replaces waiting ones of an equal key.
 *     Called by the publishing thread
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
    private static final Duration LONGEST = Duration.ofDays(365);

    /**
     * Checks the ranges.
     *
     * @param policy not null
     * @param queue 2 or more
     * @param dropOldest either
     * @param minRate 0 or more
     * @param maxSlow from zero to a year
     * @param disconnectAfter from zero to a year
     * @param key not null
     * @throws IllegalArgumentException if a value is out of its range
     */
    public TopicConfig {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(maxSlow, "maxSlow");
        Objects.requireNonNull(disconnectAfter, "disconnectAfter");
        if (queue < 2) {
            throw new IllegalArgumentException("queue must be at least 2: queue=" + queue);
        }
        if (!(minRate >= 0)) {
            throw new IllegalArgumentException("minRate must be 0 or more: minRate=" + minRate);
        }
        if (isOutOfRange(maxSlow) || isOutOfRange(disconnectAfter)) {
            throw new IllegalArgumentException(
                    "times must be from 0 to a year: maxSlow=" + maxSlow + ", disconnectAfter=" + disconnectAfter);
        }
    }

    private static boolean isOutOfRange(Duration time) {
        return time.isNegative() || time.compareTo(LONGEST) > 0;
    }

    /**
     * The defaults: {@link SlowConsumer#DROP} of the oldest item, queues of 4096 items, 100 items per second, 10 s of
     * slowness, 500 ms before a disconnection, one key for all items.
     *
     * @param <T> type of the items
     * @return the defaults
     */
    public static <T> TopicConfig<T> defaults() {
        return new TopicConfig<>(
                SlowConsumer.DROP, QUEUE, true, 100, Duration.ofSeconds(10), Duration.ofMillis(500), item -> "");
    }

    /**
     * The same with another policy.
     *
     * @param newPolicy the policy of subscribers that name none
     * @return a changed copy
     */
    public TopicConfig<T> policy(SlowConsumer newPolicy) {
        return new TopicConfig<>(newPolicy, queue, dropOldest, minRate, maxSlow, disconnectAfter, key);
    }

    /**
     * The same with queues of another size.
     *
     * @param newQueue items per queue, from 2
     * @return a changed copy
     * @throws IllegalArgumentException if it is less
     */
    public TopicConfig<T> queue(int newQueue) {
        return new TopicConfig<>(policy, newQueue, dropOldest, minRate, maxSlow, disconnectAfter, key);
    }

    /**
     * The same with another choice of the items that are left out.
     *
     * @param oldest true leaves out the oldest item of a full queue, false the new one
     * @return a changed copy
     */
    public TopicConfig<T> dropOldest(boolean oldest) {
        return new TopicConfig<>(policy, queue, oldest, minRate, maxSlow, disconnectAfter, key);
    }

    /**
     * The same with another lowest rate of a slowed publisher.
     *
     * @param newRate items per second, from 0
     * @return a changed copy
     * @throws IllegalArgumentException if it is negative or not a number
     */
    public TopicConfig<T> minRate(double newRate) {
        return new TopicConfig<>(policy, queue, dropOldest, newRate, maxSlow, disconnectAfter, key);
    }

    /**
     * The same with another longest time of slowness.
     *
     * @param newTime time for which one subscriber may slow the publisher, from 0 to a year
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public TopicConfig<T> maxSlow(Duration newTime) {
        return new TopicConfig<>(policy, queue, dropOldest, minRate, newTime, disconnectAfter, key);
    }

    /**
     * The same with another time before a disconnection.
     *
     * @param newTime time for which the queue of a subscriber may be full, from 0 to a year
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public TopicConfig<T> disconnectAfter(Duration newTime) {
        return new TopicConfig<>(policy, queue, dropOldest, minRate, maxSlow, newTime, key);
    }

    /**
     * The same with another key, by which items replace each other.
     *
     * @param newKey gives the key of an item; keys are compared with {@code equals}
     * @return a changed copy
     */
    public TopicConfig<T> key(Function<? super T, ?> newKey) {
        return new TopicConfig<>(policy, queue, dropOldest, minRate, maxSlow, disconnectAfter, newKey);
    }
}
