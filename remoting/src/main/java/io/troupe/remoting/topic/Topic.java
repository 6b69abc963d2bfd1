// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.topic;

import io.troupe.core.promise.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Publishes items to all subscribers, in this process and over links; made by {@link
 * io.troupe.remoting.Remoting#topic}. Items must be immutable: all subscribers share them. Each subscriber has its own
 * queue and {@link SlowConsumer policy}; all see the items in the same order. Any thread.
 *
 * @param <T> type of the items
 */
public interface Topic<T> extends AutoCloseable {
    /**
     * Publishes an item to all subscribers. When there is no room, because a subscriber slows the publisher down, an
     * actor gets no further messages until there is, and another thread waits.
     *
     * @param item immutable
     * @throws io.troupe.core.error.BackpressureException if there is no room, and the thread is interrupted or must not
     *     wait (that of a link)
     * @throws IllegalStateException if the topic is closed
     */
    void publish(T item);

    /**
     * Publishes an item unless the publisher would have to wait. Any thread, also those of links.
     *
     * @param item immutable
     * @return false if there is no room now; the item was not published
     * @throws IllegalStateException if the topic is closed
     */
    boolean tryPublish(T item);

    /**
     * Subscribes within this process, with the policy of the topic.
     *
     * @param items gets the items that are published from now on, until it or the topic ends; its end unsubscribes
     */
    void subscribe(Callback<T> items);

    /**
     * Subscribes within this process.
     *
     * @param policy the treatment of this subscriber when it does not keep up
     * @param items gets the items that are published from now on, until it or the topic ends; its end unsubscribes
     * @param gaps gets how many items were left out, in order with the items if both run in turns of one actor; null:
     *     nobody is told
     */
    void subscribe(SlowConsumer policy, Callback<T> items, @Nullable Callback<Long> gaps);

    /** {@return the name for subscribers} */
    String name();

    /** {@return queues, and the policy for slow subscribers} */
    TopicConfig<T> config();

    /** {@return counters of the topic and its subscribers, a snapshot} */
    TopicStats stats();

    /**
     * Ends all subscriptions, each behind the items that wait for it. Publishers that wait for room go on; their items
     * are lost. Closing twice is harmless.
     */
    @Override
    void close();
}
