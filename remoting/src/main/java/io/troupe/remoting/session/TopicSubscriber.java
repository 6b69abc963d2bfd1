// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.pacing.FanOutLimit.Verdict;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.TopicStats;
import io.troupe.remoting.topic.TopicStats.State;
import java.util.concurrent.atomic.AtomicLong;

/** One who gets the items of a topic: with a queue and a policy. Any thread. */
abstract class TopicSubscriber {
    /** Who takes nothing for as long is not waited for: it may be dead. */
    private static final long PATIENCE = 50_000_000;

    private final LocalTopic<?> topic;
    private final SlowConsumer policy;
    private final SubscriberQueue queue;
    private final AtomicLong naks = new AtomicLong();

    /** The last time of being full that a timer was set for. Written by the owner of the topic. */
    private long timed;

    private volatile boolean givenUp;

    TopicSubscriber(LocalTopic<?> topic, SlowConsumer policy) {
        this.topic = topic;
        this.policy = policy;
        this.queue = SubscriberQueue.of(policy, topic.config(), topic.lane()::nanos, topic.memory());
    }

    final LocalTopic<?> topic() {
        return topic;
    }

    final SubscriberQueue queue() {
        return queue;
    }

    /** Puts an item into the queue. By the owner of the topic. */
    final void offer(PublishedItem item) {
        put(item);
        if (policy == SlowConsumer.DISCONNECT) {
            long full = queue.full();
            if (full != 0 && full != timed) {
                timed = full;
                topic.lane().schedule(topic.config().disconnectAfter().toNanos(), () -> stillFull(full));
            }
        }
    }

    private void stillFull(long since) {
        if (queue.full() == since) {
            topic.remove(this);
            disconnect("a subscriber must keep up: topic=" + topic.name() + ", queue=" + queue.capacity()
                    + ", fullForMillis=" + topic.config().disconnectAfter().toMillis());
        }
    }

    /** Whether the publisher should slow down because the queue is full. By the owner of the topic. */
    final boolean isWaitedFor(long now) {
        if (policy != SlowConsumer.SLOW_ALL || givenUp) {
            return false;
        }
        long full = queue.fullFor(now);
        givenUp = full > topic.config().maxSlow().toNanos();
        return full > 0 && !givenUp && queue.stuckFor(now) < PATIENCE;
    }

    /**
     * It cannot keep up.
     *
     * @param meanBytes of an item, in the bytes of the pressure; 0: they are weights of items
     */
    final void pressed(QueuePressure pressure, double meanBytes, long roundTrip) {
        naks.incrementAndGet();
        if (policy == SlowConsumer.SLOW_ALL && !givenUp) {
            givenUp = topic.onPressure(this, pressure, meanBytes, roundTrip) == Verdict.GIVEN_UP;
        }
    }

    final TopicStats.Subscription stats() {
        State state = givenUp ? State.GIVEN_UP : queue.full() != 0 ? State.FULL : State.OPEN;
        return new TopicStats.Subscription(
                peer(), policy, state, queue.sent(), queue.dropped(), queue.size(), naks.get());
    }

    abstract void put(PublishedItem item);

    /** The topic has ended: what waits still comes. */
    abstract void end();

    /** It has been thrown out. */
    abstract void disconnect(String why);

    abstract String peer();
}
