// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.promise.Callback;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.topic.TopicStats;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A topic as one member has it. Any thread.
 *
 * <pre>
 *   publish → own ─┬→ subscribers of this process
 *                  └→ each other member and client, once: its feed → subscribers there
 * </pre>
 */
final class ClusterTopic<T> implements Topic<T> {
    /** Of subscribers of this process. */
    private static final String LOCAL = "local";

    private static final long FLUSH_PAUSE = 1_000_000;

    private final String name;

    /** What this process publishes. */
    private final Topic<T> own;

    /** What other members publish. */
    private final TopicFeed<T> feed;

    private final Runnable onClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * For subscribers of this process.
     *
     * @param name for users
     * @param own to which other members and clients subscribe
     * @param feed what comes from other members
     * @param onClose told when it is closed
     */
    ClusterTopic(String name, Topic<T> own, TopicFeed<T> feed, Runnable onClose) {
        this.name = name;
        this.own = own;
        this.feed = feed;
        this.onClose = onClose;
    }

    TopicFeed<T> feed() {
        return feed;
    }

    /**
     * Waits until links have taken what was published.
     *
     * @param end of waiting, as of {@link System#nanoTime}
     */
    void flush(long end) {
        while (hasWaiting(own.stats()) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(FLUSH_PAUSE);
        }
    }

    private static boolean hasWaiting(TopicStats stats) {
        return stats.waiting() > 0
                || stats.subscribers().stream()
                        .anyMatch(each -> each.queued() > 0 && !each.peer().equals(LOCAL));
    }

    // ---- for users -----------------------------------------------------------------------------------------------

    @Override
    public void publish(T item) {
        own.publish(item);
    }

    @Override
    public boolean tryPublish(T item) {
        return own.tryPublish(item);
    }

    @Override
    public void subscribe(Callback<T> items) {
        subscribe(config().policy(), items, null);
    }

    @Override
    public void subscribe(SlowConsumer policy, Callback<T> items, @Nullable Callback<Long> missing) {
        own.subscribe(policy, items, missing);
        feed.subscribe(policy, items, missing);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public TopicConfig<T> config() {
        return own.config();
    }

    @Override
    public TopicStats stats() {
        return own.stats();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            onClose.run();
            own.close();
            feed.close();
        }
    }

    @Override
    public String toString() {
        return "Topic[" + name + "]";
    }
}
