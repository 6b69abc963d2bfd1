// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.promise.Callback;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.QueueKind;
import io.troupe.remoting.pacing.FanOutLimit.Verdict;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.topic.TopicStats;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topic of this process. One thread at a time sends items to all subscribers, which gives one order to all; nobody waits for
 * it: who publishes meanwhile, or when somebody is to be waited for, puts the item into the intake. Any thread.
 *
 * <p>Known race: the {@link #pump} finds another thread at work, which is about to leave. The pump writes {@code again} and then
 * tries to enter once more; who works leaves and then reads {@code again}: one of the two goes on with the intake.
 *
 * @param <T> type of the items
 */
final class LocalTopic<T> implements Topic<T> {
    private static final Logger LOG = LoggerFactory.getLogger(Topic.class);
    private static final String PREFIX = "topic:";
    private static final double LEAST_RATE = 100;
    private static final long ROOM_PAUSE = 1_000_000;
    private static final long CLOSING_PAUSE = 20_000;

    /** So many offers per item at most is a link worth. */
    private static final int MOST_PER_LINK = 64;

    private final String name;
    private final TypeSerializer<?> serializer;
    private final TopicConfig<T> config;
    private final CallbackExecutor lane;
    private final CallbackWatches watches;
    private final BooleanSupplier mustNotWait;
    private final Runnable onClose;
    private final MemoryBudget memory;
    private final TopicQueue intake;
    private final TopicRate pace;
    private final List<TopicSubscriber> subscribers = new CopyOnWriteArrayList<>();
    private final AtomicLong unsendable = new AtomicLong();

    /** Who lets items go out: the owner of what is said to be the owner's. */
    private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();

    /** Somebody wants the intake to be worked off and has found an owner. */
    private volatile boolean again;

    private final AtomicBoolean closing = new AtomicBoolean();

    /** Written by the owner. */
    private volatile boolean closed;

    /** Written by the owner. */
    private final AtomicLong published = new AtomicLong();

    /** When the last item went out. The owner's. */
    private long passedAt;

    private final long longestPause;

    /**
     * For the façade: see {@code Remoting.topic}.
     *
     * @param name of the topic
     * @param serializer of its items
     * @param config of queues and pace
     * @param lane runs what cannot be done at once; has the clock
     * @param watches of the callbacks of subscribers, which other topics may feed, too
     * @param mustNotWait whether the calling thread is one that must not wait, such as that of a link
     * @param onClose told when it is closed
     */
    LocalTopic(
            String name,
            TypeSerializer<?> serializer,
            TopicConfig<T> config,
            CallbackExecutor lane,
            CallbackWatches watches,
            BooleanSupplier mustNotWait,
            Runnable onClose) {
        this.name = name;
        this.serializer = serializer;
        this.config = config;
        this.lane = lane;
        this.watches = watches;
        this.mustNotWait = mustNotWait;
        this.onClose = onClose;
        this.memory = lane.outside().memory().part(QueueKind.TOPIC, "topic " + name, Long.MAX_VALUE);
        this.intake = new TopicQueue(this, lane, config.queue());
        this.longestPause = (long) (1e9 / Math.max(LEAST_RATE, config.minRate()));
        this.pace = new TopicRate(config, lane.nanos());
    }

    /** The name under which others open the stream of a subscription; with {@code ?} and the policy, or without. */
    static String streamOf(String topic) {
        return PREFIX + topic;
    }

    // ---- publishing ----------------------------------------------------------------------------------------------

    @Override
    public void publish(T item) {
        if (!put(item, true)) {
            throw new BackpressureException("there is no room for more in a topic: topic=" + name + ", waiting="
                    + intake.waiting().get());
        }
    }

    @Override
    public boolean tryPublish(T item) {
        return put(item, false);
    }

    private boolean put(T value, boolean wait) {
        Objects.requireNonNull(value, () -> "a topic must be given an item to publish: topic=" + name);
        if (closed) {
            throw new IllegalStateException("a topic must be open: topic=" + name);
        }
        PublishedItem item =
                new PublishedItem(this, serializer, value, config.key().apply(value));
        return direct(item) || enqueue(item, wait);
    }

    /** The usual way: nobody is to be waited for. Nothing may overtake what waits already. */
    private boolean direct(PublishedItem item) {
        if (intake.waiting().get() > 0 || !enter()) {
            return false;
        }
        try {
            long now = lane.nanos();
            if (closed || intake.waiting().get() > 0 || !hasRoom(now) || pace.permits(now, 1) == 0) {
                return false;
            }
            fanOut(item, now);
            pace.sent(1, item.weight(), now);
            return true;
        } finally {
            leave();
        }
    }

    private boolean enqueue(PublishedItem item, boolean wait) {
        // an actor does not wait, whichever thread runs its turn: it keeps the item, and gets no messages
        boolean mayWait = wait && !isOwner() && (CellThread.currentCell() != null || !mustNotWait.getAsBoolean());
        intake.waiting().incrementAndGet();
        Offer outcome = mayWait ? intake.offer(item) : intake.tryOffer(item);
        if (outcome == Offer.FULL) {
            intake.waiting().decrementAndGet();
        }
        return outcome != Offer.FULL;
    }

    // ---- the owner's ---------------------------------------------------------------------------------------------

    private boolean enter() {
        return owner.compareAndSet(null, Thread.currentThread());
    }

    private boolean isOwner() {
        return owner.get() == Thread.currentThread();
    }

    private void leave() {
        owner.set(null);
        if (again) {
            again = false;
            later(0);
        }
    }

    /** Works off the intake, now or when who lets items go out has done so. */
    void pump() {
        if (!enter()) {
            again = true;
            if (!enter()) {
                return;
            }
        }
        try {
            if (closed) {
                return;
            }
            long now = lane.nanos();
            int permits = pace.permits(now, TopicQueue.batchBytes());
            int passed = intake.pass(permits, now);
            pace.sent(passed, intake.passedBytes(), now);
            if (permits == 0) {
                later(pace.pause(now));
            } else if (!hasRoom(now)) {
                later(ROOM_PAUSE);
            } else if (!intake.rest()) {
                later(0);
            }
        } finally {
            leave();
        }
    }

    private void later(long nanos) {
        if (nanos == 0) {
            lane.run(new TopicTask(this::pump));
        } else {
            lane.schedule(nanos, () -> lane.run(new TopicTask(this::pump)));
        }
    }

    /** Whether nobody's queue is full who may slow the topic; or it is time for the next item all the same. */
    boolean hasRoom(long now) {
        for (TopicSubscriber subscriber : subscribers) {
            if (subscriber.isWaitedFor(now)) {
                return now - passedAt >= longestPause;
            }
        }
        return true;
    }

    void fanOut(PublishedItem item, long now) {
        published.lazySet(published.get() + 1); // nobody else writes it
        passedAt = now;
        for (TopicSubscriber subscriber : subscribers) {
            subscriber.offer(item);
        }
    }

    // ---- subscribing ---------------------------------------------------------------------------------------------

    @Override
    public void subscribe(Callback<T> items) {
        subscribe(config.policy(), items, null);
    }

    @Override
    @SuppressWarnings("unchecked") // gets what is published only
    public void subscribe(SlowConsumer policy, Callback<T> items, @Nullable Callback<Long> gaps) {
        Objects.requireNonNull(policy, () -> "a subscriber must have a policy: topic=" + name);
        Objects.requireNonNull(items, () -> "a subscriber must have a callback for its items: topic=" + name);
        LocalTopicSubscriber subscriber = new LocalTopicSubscriber(this, policy, (Callback<Object>) items, gaps);
        boolean open = add(subscriber);
        subscriber.begin();
        if (!open) {
            items.end();
        }
    }

    /**
     * For links: somebody of another process subscribes.
     *
     * @param link over which it came
     * @param stream as it was opened
     * @param number of the stream
     * @return null: refused
     * @throws BackpressureException if the link has subscribed too often: each subscription is work for who publishes
     */
    @Nullable
    StreamHandler subscribe(ItemStreams link, String stream, long number) {
        int mark = stream.indexOf('?');
        SlowConsumer policy = mark < 0 ? config.policy() : SlowConsumer.of(stream.substring(mark + 1));
        if (policy == null || closed) {
            return null;
        }
        long known = subscribers.stream()
                .filter(one -> one instanceof RemoteTopicSubscriber remote && remote.isOver(link))
                .count();
        if (known >= MOST_PER_LINK) {
            throw new BackpressureException("a link must not subscribe to a topic more often: topic=" + name + ", most="
                    + MOST_PER_LINK + "; hand one subscription on to several receivers");
        }
        RemoteTopicSubscriber subscriber = new RemoteTopicSubscriber(this, policy, link, number);
        if (!add(subscriber)) {
            subscriber.end();
        }
        return subscriber;
    }

    private boolean add(TopicSubscriber subscriber) {
        subscribers.add(subscriber);
        return !closed || !subscribers.remove(subscriber); // else who closes has found it, and ends it
    }

    void remove(TopicSubscriber subscriber) {
        subscribers.remove(subscriber);
    }

    // ---- what subscribers tell -----------------------------------------------------------------------------------

    Verdict onPressure(TopicSubscriber subscriber, QueuePressure pressure, double meanBytes, long roundTrip) {
        return pace.onPressure(subscriber, pressure, meanBytes, lane.nanos(), roundTrip);
    }

    void unsendable(WireException cause) {
        long count = unsendable.incrementAndGet();
        if (Long.bitCount(count) == 1) { // the first, and then more and more rarely
            LOG.warn("an item cannot be sent: topic={}, times={}, cause={}", name, count, cause.getMessage());
        }
    }

    // ---- about it ------------------------------------------------------------------------------------------------

    @Override
    public String name() {
        return name;
    }

    @Override
    public TopicConfig<T> config() {
        return config;
    }

    CallbackExecutor lane() {
        return lane;
    }

    /** Of the callbacks of its subscribers. */
    CallbackWatches watches() {
        return watches;
    }

    /** What items that wait for subscribers take of the memory of the system. */
    MemoryBudget memory() {
        return memory;
    }

    @Override
    public TopicStats stats() {
        return new TopicStats(
                published.get(),
                intake.waiting().get(),
                pace.rate(),
                unsendable.get(),
                subscribers.stream().map(TopicSubscriber::stats).toList());
    }

    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        boolean within = isOwner(); // a subscriber may close the topic that tells it something
        while (!within && !enter()) {
            LockSupport.parkNanos(CLOSING_PAUSE);
        }
        try {
            intake.passAll(lane.nanos());
            closed = true;
            intake.shut();
            onClose.run(); // first, since who is told of the end may make the topic anew
            for (TopicSubscriber subscriber : List.copyOf(subscribers)) {
                if (subscribers.remove(subscriber)) {
                    subscriber.end();
                }
            }
        } finally {
            if (!within) {
                leave();
            }
        }
    }

    @Override
    public String toString() {
        return "Topic[" + name + (closed ? ", closed" : "") + "]";
    }
}
