// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.ActorSystem;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The topics of one process that is alone, or a member. Needs no lease and no database. Any thread. */
final class ClusterTopics {
    private static final String ARRIVED = "cluster-arrived/";

    /** Other members have so long to take what was published before this one left. */
    private static final Duration LAST_ITEMS = Duration.ofSeconds(2);

    private final Supplier<Remoting> remoting;
    private final Runnable announce;
    private final TopicFeeds feeds;
    private final Map<String, ClusterTopic<?>> topics = new ConcurrentHashMap<>();

    /**
     * None yet.
     *
     * @param system of the process
     * @param remoting of the process, asked with the first topic
     * @param links to other members, by their ids
     * @param announce tells other members that there is one more topic
     */
    ClusterTopics(ActorSystem system, Supplier<Remoting> remoting, Supplier<Map<Long, Link>> links, Runnable announce) {
        this.remoting = remoting;
        this.announce = announce;
        this.feeds = new TopicFeeds(system, ARRIVED, links);
    }

    /** The topic of a name; the same object until it is closed. */
    @SuppressWarnings("unchecked") // of this type
    <T> Topic<T> topic(String name, Class<T> type, TopicConfig<T> config) {
        ClusterTopic<?> topic = topics.computeIfAbsent(name, any -> newTopic(name, type, config));
        topic.feed().checkType(type);
        announce.run(); // who has it waits for that
        feeds.follow();
        return (Topic<T>) topic;
    }

    private <T> ClusterTopic<T> newTopic(String name, Class<T> type, TopicConfig<T> config) {
        TopicFeed.check(name);
        Topic<T> own = remoting.get().topic(TopicFeed.PUBLISHED + name, type, config);
        TopicFeed<T> feed = feeds.open(remoting.get(), name, type, config);
        return new ClusterTopic<>(name, own, feed, () -> topics.remove(name));
    }

    /** There may be other links than before, or members with other topics. */
    void follow() {
        feeds.follow();
    }

    /** Ends all subscriptions, behind the items that wait for them. Waits a moment for links to take these: they will end. */
    void close() {
        long end = System.nanoTime() + LAST_ITEMS.toNanos();
        List<ClusterTopic<?>> all = List.copyOf(topics.values());
        all.forEach(topic -> topic.flush(end));
        all.forEach(ClusterTopic::close);
    }
}
