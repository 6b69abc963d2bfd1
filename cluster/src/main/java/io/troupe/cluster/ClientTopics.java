// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.topic.TopicSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The topics of a cluster as a client has them: members publish. Any thread. */
final class ClientTopics {
    private final Remoting remoting;
    private final TopicFeeds feeds;
    private final Map<String, ClientTopic<?>> topics = new ConcurrentHashMap<>();

    /**
     * None yet.
     *
     * @param client its name, as several clients may share a remoting
     * @param system of the process
     * @param remoting of the process
     * @param links to members, by their ids
     */
    ClientTopics(String client, ActorSystem system, Remoting remoting, Supplier<Map<Long, Link>> links) {
        this.remoting = remoting;
        this.feeds = new TopicFeeds(system, "cluster-client/" + client + '/', links);
    }

    /** The topic of a name; the same object until it is closed. */
    @SuppressWarnings("unchecked") // of this type
    <T> TopicSource<T> topic(String name, Class<T> type, TopicConfig<T> config) {
        ClientTopic<?> topic = topics.computeIfAbsent(name, any -> {
            TopicFeed.check(name);
            TopicFeed<T> feed = feeds.open(remoting, name, type, config);
            return new ClientTopic<>(name, feed, closed -> topics.remove(name, closed));
        });
        topic.feed().checkType(type);
        feeds.follow();
        return (TopicSource<T>) topic;
    }

    /** There may be other links than before, or members with other topics. */
    void follow() {
        feeds.follow();
    }

    /** Ends all subscriptions. */
    void close() {
        List.copyOf(topics.values()).forEach(ClientTopic::close);
    }

    /**
     * One topic.
     *
     * @param name for users
     * @param feed what comes from members
     * @param onClose told when it is closed
     */
    private record ClientTopic<T>(String name, TopicFeed<T> feed, Consumer<ClientTopic<?>> onClose)
            implements TopicSource<T> {
        @Override
        public void subscribe(Callback<T> items) {
            subscribe(config().policy(), items, null);
        }

        @Override
        public void subscribe(SlowConsumer policy, Callback<T> items, @Nullable Callback<Long> missing) {
            feed.subscribe(policy, items, missing);
        }

        @Override
        public TopicConfig<T> config() {
            return feed.config();
        }

        @Override
        public void close() {
            onClose.accept(this);
            feed.close();
        }

        @Override
        public String toString() {
            return "Topic[" + name + "]";
        }
    }
}
