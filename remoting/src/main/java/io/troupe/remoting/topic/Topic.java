// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.topic;

import io.troupe.core.promise.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Publishes items to all subscribers, in this process and over links. Items must be immutable: all subscribers share them. Each
 * subscriber has its own queue and {@link SlowConsumer policy}; all see the items in the same order. Any thread.
 *
 * @param <T> type of the items
 */
public interface Topic<T> extends AutoCloseable {
    /**
     * NonBlockingCalls an item to all subscribers. Where one of them may slow the publisher and does, an actor gets no further messages until
     * there is room, and another thread waits.
     *
     * @param item immutable
     * @throws io.troupe.core.error.BackpressureException if there is no room, and the thread is interrupted or must not wait (that of a link)
     * @throws IllegalStateException if the topic is closed
     */
    void publish(T item);

    /**
     * NonBlockingCalls an item unless the publisher would have to wait. Any thread, also those of links.
     *
     * @param item immutable
     * @return false: not now
     * @throws IllegalStateException if the topic is closed
     */
    boolean tryPublish(T item);

    /**
     * Subscribes within this process, with the topic's policy.
     *
     * @param items gets what is published from now on, until it or the topic ends
     */
    void subscribe(Callback<T> items);

    /**
     * Subscribes within this process.
     *
     * @param policy if it does not keep up
     * @param items gets what is published from now on, until it or the topic ends
     * @param gaps gets how many items were left out, in order with the items if both run in turns of one actor; or null
     */
    void subscribe(SlowConsumer policy, Callback<T> items, @Nullable Callback<Long> gaps);

    /** Its name. */
    String name();

    /** How it treats its subscribers. */
    TopicConfig<T> config();

    /** What has been going on; racy. */
    TopicStats stats();

    /**
     * Ends all subscriptions behind what waits for them. Publishers that wait for room go on, what they wanted to publish is lost.
     */
    @Override
    void close();
}
