// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.topic;

import io.troupe.core.promise.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Where subscribers of this process get the items of a topic: a {@link Topic}, to which this process may publish, too, or one to
 * which others publish. Each subscriber has its own queue and {@link SlowConsumer policy}. Any thread.
 *
 * @param <T> type of the items, which are immutable: all subscribers share them
 */
public interface TopicSource<T> extends AutoCloseable {
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

    /** Ends all subscriptions, each behind the items that wait for it. Closing twice is harmless. */
    @Override
    void close();
}
