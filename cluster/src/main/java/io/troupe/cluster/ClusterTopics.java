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
import org.jspecify.annotations.Nullable;

/** The topics of one process that is alone, or a member. Needs no lease and no database. Any thread. */
final class ClusterTopics {
    private static final String OWN = "cluster/";
    private static final String ARRIVED = "cluster-arrived/";

    /** Other members have so long to take what was published before this one left. */
    private static final Duration LAST_ITEMS = Duration.ofSeconds(2);

    private final ActorSystem system;
    private final @Nullable Membership membership;
    private final Map<String, ClusterTopic<?>> topics = new ConcurrentHashMap<>();

    ClusterTopics(ActorSystem system, @Nullable Membership membership) {
        this.system = system;
        this.membership = membership;
        if (membership != null) {
            membership.onLinks(this::follow);
        }
    }

    /** The topic of a name; the same object until it is closed. */
    @SuppressWarnings("unchecked") // of this type
    <T> Topic<T> topic(String name, Class<T> type, TopicConfig<T> config) {
        ClusterTopic<?> topic = topics.computeIfAbsent(name, any -> newTopic(name, type, config));
        if (!topic.isOf(type)) {
            throw new IllegalArgumentException(
                    "a topic must have items of one type: topic=" + name + ", type=" + type.getName());
        }
        if (membership != null) {
            membership.tell(); // who has it waits for that
            follow();
        }
        return (Topic<T>) topic;
    }

    private <T> ClusterTopic<T> newTopic(String name, Class<T> type, TopicConfig<T> config) {
        Remoting remoting = membership == null ? Remoting.on(system) : membership.remoting();
        Topic<T> own = remoting.topic(OWN + name, type, config);
        Topic<T> arrived = remoting.topic(ARRIVED + name, type, config);
        return new ClusterTopic<>(name, type, own, arrived, this::follow, () -> topics.remove(name));
    }

    /** There may be other links or topics than before. */
    private void follow() {
        Membership member = membership;
        if (member != null && !topics.isEmpty()) {
            // on the thread of the timer: who subscribes in a turn gets items in turns
            system.host().outsideExecutor().schedule(0, () -> {
                Map<Long, Link> links = member.links();
                topics.values().forEach(topic -> topic.follow(links));
            });
        }
    }

    /** Ends all subscriptions, behind the items that wait for them. Waits a moment for links to take these: they will end. */
    void close() {
        long end = System.nanoTime() + LAST_ITEMS.toNanos();
        List<ClusterTopic<?>> all = List.copyOf(topics.values());
        all.forEach(topic -> topic.flush(end));
        all.forEach(ClusterTopic::close);
    }
}
