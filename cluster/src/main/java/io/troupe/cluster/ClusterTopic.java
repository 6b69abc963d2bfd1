// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.continuation.Observer;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.topic.TopicStats;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topic as one member has it. Any thread.
 *
 * <pre>
 *   publish → own ─┬→ subscribers of this process
 *                  └→ each other member, once: its arrived → subscribers there
 * </pre>
 *
 * <p>Other members take what they get without waiting, so nobody but subscribers of this process slows a publisher down.
 */
final class ClusterTopic<T> implements Topic<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Topic.class);

    /** Of subscribers of this process. */
    private static final String LOCAL = "local";

    private static final Set<LinkLoss.Reason> PEACEFUL =
            EnumSet.of(LinkLoss.Reason.LEFT, LinkLoss.Reason.DRAINED, LinkLoss.Reason.CLOSED);

    private static final long FLUSH_PAUSE = 1_000_000;

    private final String name;
    private final Class<T> type;

    /** What this process publishes. */
    private final Topic<T> own;

    /** What other members publish. */
    private final Topic<T> arrived;

    /** Name of {@link #own} in each member. */
    private final String linkName;

    private final Runnable onEnd;
    private final Runnable onClose;
    private final List<Callback<Long>> gaps = new CopyOnWriteArrayList<>();

    // ---- guarded by this
    private final Map<Long, Source> sources = new HashMap<>();
    private boolean closed;

    /**
     * For subscribers of this process.
     *
     * @param name for users
     * @param type of the items
     * @param own to which other members subscribe
     * @param arrived to which nobody else subscribes
     * @param onEnd told when a subscription to another member has ended that may be tried again
     * @param onClose told when it is closed
     */
    ClusterTopic(String name, Class<T> type, Topic<T> own, Topic<T> arrived, Runnable onEnd, Runnable onClose) {
        this.name = name;
        this.type = type;
        this.own = own;
        this.arrived = arrived;
        this.linkName = own.name();
        this.onEnd = onEnd;
        this.onClose = onClose;
    }

    /** Whether it has items of a type. */
    boolean isOf(Class<?> other) {
        return type.equals(other);
    }

    /** One subscription to another member. */
    private final class Source {
        private final Link link;
        private final Callback<T> items = Callback.of(this::deliver);

        /** Whether anything has come. */
        private volatile boolean used;

        /** Whether there was a reason to subscribe while it was under way: a refusal may be older than the topic over there. */
        private volatile boolean again;

        Source(Link link) {
            this.link = link;
        }

        void subscribe() {
            items.ended().onComplete((ended, failure) -> {
                if (failure instanceof LinkLostException && (used || !hasEndedInPeace())) {
                    missed(1);
                } else if (failure != null) { // most often the member does not have the topic, and says so when it has
                    LOG.debug("no items of a topic come from a member: topic={}, link={}", name, link.peer(), failure);
                }
                if (again) {
                    onEnd.run();
                }
            });
            link.subscribe(linkName, type, SlowConsumer.DROP, items, Callback.of(this::skipped));
        }

        /** Who leaves has ended its topics before: it does not have this one any more. */
        private boolean hasEndedInPeace() {
            LinkLoss loss = link.lastLoss();
            return link.state() == LinkState.DRAINING || (loss != null && PEACEFUL.contains(loss.reason()));
        }

        private void deliver(T item) {
            used = true;
            try {
                if (!arrived.tryPublish(item)) {
                    missed(1);
                }
            } catch (IllegalStateException e) {
                LOG.debug("a topic has closed before an item came: topic={}", name, e);
            }
        }

        private void skipped(long count) {
            used = true;
            missed(count);
        }
    }

    /** Subscribes to all members that can be reached. Outside of turns of actors, as items must not come to one. */
    void follow(Map<Long, Link> links) {
        links.forEach((member, link) -> {
            Source made = null;
            synchronized (this) {
                Source known = sources.get(member);
                if (known != null) {
                    known.again = true; // first: its end may come just now
                }
                boolean subscribed = known != null && !known.items.isEnded();
                if (!closed && !subscribed && link.state() == LinkState.UP) {
                    made = new Source(link);
                    sources.put(member, made);
                }
            }
            if (made != null) {
                made.subscribe();
            }
        });
        synchronized (this) {
            sources.entrySet()
                    .removeIf(each -> !links.containsKey(each.getKey())
                            && each.getValue().items.isEnded());
        }
    }

    private void missed(long count) {
        gaps.forEach(each -> each.item(count));
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
        if (missing != null) {
            gaps.add(missing); // of what arrives
            Observer.whenSettled(missing.ended(), () -> gaps.remove(missing));
        }
        arrived.subscribe(policy, items, missing);
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
        List<Source> subscriptions;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            subscriptions = List.copyOf(sources.values());
        }
        onClose.run();
        subscriptions.forEach(each -> each.items.end());
        own.close();
        arrived.close();
    }

    @Override
    public String toString() {
        return "Topic[" + name + "]";
    }
}
