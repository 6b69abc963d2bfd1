// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.topic;

/**
 * Publishes items to all subscribers, in this process and over links; made by {@link
 * io.troupe.remoting.Remoting#topic}. Items must be immutable: all subscribers share them. Each subscriber has its own
 * queue and {@link SlowConsumer policy}; all see the items in the same order. Any thread.
 *
 * @param <T> type of the items
 */
public interface Topic<T> extends TopicSource<T> {
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

    /** {@return counters of the topic and its subscribers, a snapshot} */
    TopicStats stats();

    /**
     * Ends all subscriptions, each behind the items that wait for it. Publishers that wait for room go on; their items
     * are lost. Closing twice is harmless.
     */
    @Override
    void close();
}
