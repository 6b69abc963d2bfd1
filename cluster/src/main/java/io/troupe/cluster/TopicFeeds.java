// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.ActorSystem;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** What comes from the members that a process has links to, for all its topics. Any thread. */
final class TopicFeeds {
    private final ActorSystem system;
    private final String prefix;
    private final AtomicLong opened = new AtomicLong();
    private final Supplier<Map<Long, Link>> links;
    private final Set<TopicFeed<?>> feeds = ConcurrentHashMap.newKeySet();

    /**
     * Of no topic yet.
     *
     * @param system of the process
     * @param prefix of the names of what arrives
     * @param links to members, by their ids
     */
    TopicFeeds(ActorSystem system, String prefix, Supplier<Map<Long, Link>> links) {
        this.system = system;
        this.prefix = prefix;
        this.links = links;
    }

    /**
     * One more, which has subscribed to nobody until {@link #follow}. What arrives has a name that no other topic has, not even one of
     * the same name for users that is being closed.
     */
    <T> TopicFeed<T> open(Remoting remoting, String name, Class<T> type, TopicConfig<T> config) {
        Topic<T> arrived = remoting.topic(prefix + name + '/' + opened.incrementAndGet(), type, config);
        TopicFeed<T> feed = new TopicFeed<>(name, type, arrived, this::follow);
        feeds.add(feed);
        return feed;
    }

    /** There may be other links or topics than before. */
    void follow() {
        if (!feeds.isEmpty()) {
            // on the thread of the timer: who subscribes in a turn gets items in turns
            system.host().outsideExecutor().schedule(0, () -> {
                feeds.removeIf(TopicFeed::isClosed);
                Map<Long, Link> now = links.get();
                feeds.forEach(feed -> feed.follow(now));
            });
        }
    }
}
