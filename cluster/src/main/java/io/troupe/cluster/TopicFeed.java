// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.continuation.Observer;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.message.PlainText;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.value.WireException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What members publish to a topic, for subscribers of a process that is another member or a client. Any thread.
 *
 * <p>It takes what it gets without waiting, so nobody here slows a publisher down.
 */
final class TopicFeed<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Topic.class);

    private static final Set<LinkLoss.Reason> PEACEFUL =
            EnumSet.of(LinkLoss.Reason.LEFT, LinkLoss.Reason.DRAINED, LinkLoss.Reason.CLOSED);

    /** Before the name of a topic: what a member publishes to others. */
    static final String PUBLISHED = "cluster/";

    private final String name;
    private final Class<T> type;

    /** For subscribers of this process; others do not subscribe to it. */
    private final Topic<T> arrived;

    private final Runnable onEnd;
    private final List<Callback<Long>> gaps = new CopyOnWriteArrayList<>();

    /** Whether it was said that an item is of another type. */
    private final AtomicBoolean told = new AtomicBoolean();

    // ---- guarded by this
    private final Map<Long, Source> sources = new HashMap<>();
    private boolean closed;

    /**
     * Of nobody yet.
     *
     * @param name for users
     * @param type of the items
     * @param arrived gets the items
     * @param onEnd told when a subscription to a member has ended that may be tried again
     */
    TopicFeed(String name, Class<T> type, Topic<T> arrived, Runnable onEnd) {
        this.name = name;
        this.type = type;
        this.arrived = arrived;
        this.onEnd = onEnd;
    }

    /** Says it of the name that users know: those of links have more in them. */
    static void check(String name) {
        if (name.indexOf('?') >= 0) {
            throw new IllegalArgumentException("the name of a topic must have no '?': name=" + name);
        }
    }

    /** Refuses another type than that of the first call. */
    void checkType(Class<?> other) {
        if (!type.equals(other)) {
            throw new IllegalArgumentException(
                    "a topic must have items of one type: topic=" + name + ", type=" + other.getName());
        }
    }

    TopicConfig<T> config() {
        return arrived.config();
    }

    /** One subscription to a member. */
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
                } else if (failure != null && failure.getCause() instanceof WireException misfit) {
                    missed(1);
                    misfit(link.peer(), misfit);
                } else if (failure != null) { // most often the member does not have the topic, and says so when it has
                    LOG.debug("no items of a topic come from a member: topic={}, link={}", name, link.peer(), failure);
                }
                if (again) {
                    onEnd.run();
                }
            });
            link.subscribe(PUBLISHED + name, type, SlowConsumer.DROP, items, Callback.of(this::skipped));
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

    /** Who publishes has another type than who subscribes: the same again for each subscription, so it is told once. */
    private void misfit(String member, WireException cause) {
        if (told.compareAndSet(false, true)) {
            LOG.warn(
                    "what a member publishes to a topic must be of the type of those who subscribe, this is told once: topic={}, "
                            + "type={}, member={}, cause={}",
                    name,
                    type.getName(),
                    PlainText.of(member),
                    PlainText.of(String.valueOf(cause.getMessage())));
        }
    }

    private void missed(long count) {
        gaps.forEach(each -> each.item(count));
    }

    /** Subscribes in this process. */
    void subscribe(SlowConsumer policy, Callback<T> items, @Nullable Callback<Long> missing) {
        if (missing != null) {
            gaps.add(missing);
            Observer.whenSettled(missing.ended(), () -> gaps.remove(missing));
        }
        arrived.subscribe(policy, items, missing);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Ends all subscriptions. A second call changes nothing. */
    void close() {
        List<Source> subscriptions;
        synchronized (this) {
            closed = true;
            subscriptions = List.copyOf(sources.values());
        }
        subscriptions.forEach(each -> each.items.end());
        arrived.close();
    }
}
