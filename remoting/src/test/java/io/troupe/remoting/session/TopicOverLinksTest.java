// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static io.troupe.remoting.session.Hall.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.link.LinkStats;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.topic.TopicStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TopicOverLinksTest {
    private static final String FILLER = "x".repeat(1000);
    private static final int QUEUE = 1024;
    /** Far more than what buffers on the way can hold. */
    private static final int MANY = 16_000;

    /** Divisible by the number of keys. */
    private static final int BATCH = 500;

    private static final int KEYS = 10;

    private final Hall hall = new Hall();
    private final List<Received<?>> frozen = new ArrayList<>();

    record Tick(int number, String filler) {
        static Tick of(int number) {
            return new Tick(number, FILLER);
        }
    }

    private TopicConfig<Tick> config() {
        return TopicConfig.<Tick>defaults().queue(QUEUE).key(tick -> tick.number() % KEYS);
    }

    private <T> Received<T> frozen(Received<T> callback) {
        frozen.add(callback);
        callback.freeze(true);
        return callback;
    }

    @AfterEach
    void close() {
        frozen.forEach(callback -> callback.freeze(false));
        hall.close();
    }

    private static List<Integer> numbers(Received<Tick> received) {
        return received.items().stream().map(Tick::number).toList();
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource(SlowConsumer.class)
    void shouldDeliverEverythingInOrderToThoseWhoKeepUp(SlowConsumer policy) {
        TopicConfig<Tick> own = config().key(Tick::number);
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, own)) {
            Link link = hall.link();
            Received<Tick> first = Received.all();
            Received<Tick> second = Received.all();
            link.subscribe("ticks", Tick.class, policy, first);
            link.subscribe("ticks", Tick.class, policy, second);
            Hall.subscribers(topic, 2);
            for (int i = 0; i < BATCH; i++) {
                topic.publish(Tick.of(i));
            }
            Hall.end(topic);
            first.ended().await(LIMIT);
            second.ended().await(LIMIT);
            assertThat(numbers(first)).isEqualTo(range(0, BATCH));
            assertThat(numbers(second)).isEqualTo(range(0, BATCH));
        }
    }

    /** Only a machine that is too busy to run the link for a while makes gaps; they are told. */
    @Test
    void shouldAccountForEveryItemOfAPublisherThatIsFasterThanALink() {
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, config().queue(64))) {
            Received<Tick> received = Received.all();
            Received<Long> gaps = Received.all();
            hall.link().subscribe("ticks", Tick.class, SlowConsumer.SLOW_ALL, received, gaps);
            Hall.subscribers(topic, 1);
            for (int i = 0; i < MANY; i++) {
                topic.publish(Tick.of(i));
            }
            Hall.end(topic);
            received.ended().await(LIMIT);
            assertThat(received.count() + Received.sum(gaps)).isEqualTo(MANY);
            assertThat(numbers(received)).isSorted().doesNotHaveDuplicates();
        }
    }

    /** One of eight does not read any more: nobody else must notice. */
    @ParameterizedTest
    @EnumSource(SlowConsumer.class)
    void shouldServeSevenWhenTheEighthIsFrozen(SlowConsumer policy) {
        TopicConfig<Tick> own = config().disconnectAfter(Duration.ofMillis(100));
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, own)) {
            Received<Tick> dying = frozen(Received.counted());
            hall.link().subscribe("ticks", Tick.class, policy, dying);
            Hall.subscribers(topic, 1);
            List<Received<Tick>> healthy = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                Received<Tick> one = Received.all();
                healthy.add(one);
                SlowConsumer kind = policy == SlowConsumer.CONFLATE ? SlowConsumer.DROP : policy;
                hall.link().subscribe("ticks", Tick.class, kind, one);
            }
            Hall.subscribers(topic, 8);
            for (int i = 0; i < MANY; i++) {
                topic.publish(Tick.of(i));
                int published = i + 1;
                if (published % BATCH == 0) { // no more than their queues hold, however busy the machine is
                    Hall.until(() -> healthy.stream().allMatch(one -> one.count() == published), topic.stats());
                }
            }
            for (Received<Tick> one : healthy) {
                assertThat(numbers(one)).isEqualTo(range(0, MANY));
            }
            assertThat(dying.count()).isZero();
            if (policy == SlowConsumer.DISCONNECT) {
                Hall.subscribers(topic, 7);
            } else {
                TopicStats.Subscription stats = topic.stats().subscribers().get(0);
                assertThat(stats.policy()).isEqualTo(policy);
                assertThat(stats.dropped()).isPositive();
                assertThat(stats.queued()).isLessThanOrEqualTo(QUEUE);
                assertThat(stats.sent() + stats.dropped() + stats.queued()).isEqualTo(MANY);
            }
        }
    }

    /** When the loop writes depends on the machine: so any item in the middle may be lost, but not those that a policy spares. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellExactlyWhatIsMissing(boolean dropOldest) {
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, config().dropOldest(dropOldest))) {
            Queue<Object> journal = new ConcurrentLinkedQueue<>();
            Received<Tick> received = frozen(Received.noting(tick -> journal.add(tick.number())));
            Received<Long> gaps = Received.noting(journal::add);
            hall.link().subscribe("ticks", Tick.class, SlowConsumer.DROP, received, gaps);
            Hall.subscribers(topic, 1);
            int published = publishUntil(topic, () -> dropped(topic) > 0);
            received.freeze(false);
            Hall.end(topic);
            received.ended().await(LIMIT);
            gaps.ended().await(LIMIT);
            assertThat(gaps.count()).isPositive();
            assertThat(afterItemsAndGaps(journal)).isEqualTo(published);
            List<Integer> numbers = numbers(received);
            if (dropOldest) {
                assertThat(numbers).endsWith(range(published - QUEUE, published).toArray(Integer[]::new));
            } else {
                assertThat(numbers).startsWith(range(0, QUEUE).toArray(Integer[]::new));
            }
        }
    }

    /** Publishes portions until the condition is true, and then one more; returns how many items it were. */
    private static int publishUntil(Topic<Tick> topic, BooleanSupplier condition) {
        int published = 0;
        for (boolean last = false; !last; ) {
            last = condition.getAsBoolean();
            for (int end = published + BATCH; published < end; published++) {
                topic.publish(Tick.of(published));
            }
        }
        return published;
    }

    private static long dropped(Topic<Tick> topic) {
        return topic.stats().subscribers().get(0).dropped();
    }

    /** Holds that each item (an Integer) is the one expected after the items and gaps (Longs) before it; returns what follows. */
    private static int afterItemsAndGaps(Iterable<Object> journal) {
        int expected = 0;
        for (Object entry : journal) {
            if (entry instanceof Long gap) {
                expected += gap.intValue();
            } else {
                assertThat(entry).isEqualTo(expected++);
            }
        }
        return expected;
    }

    @Test
    void shouldKeepTheLastOfEachKey() {
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, config())) {
            Received<Tick> received = frozen(Received.all());
            Received<Long> gaps = Received.all();
            hall.link().subscribe("ticks", Tick.class, SlowConsumer.CONFLATE, received, gaps);
            Hall.subscribers(topic, 1);
            int published = publishUntil(topic, () -> dropped(topic) > 0);
            received.freeze(false);
            Hall.end(topic);
            received.ended().await(LIMIT);
            List<Integer> all = numbers(received);
            assertThat(all).hasSizeLessThan(published).doesNotHaveDuplicates();
            for (int key = 0; key < KEYS; key++) {
                int own = key;
                assertThat(all.stream().filter(number -> number % KEYS == own))
                        .isSorted()
                        .endsWith(published - KEYS + key);
            }
            assertThat(gaps.count()).isZero();
        }
    }

    @Test
    void shouldThrowOutWhoIsFullForTooLongAndLetItComeBack() {
        TopicConfig<Tick> own = config().disconnectAfter(Duration.ofMillis(50));
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, own)) {
            Link link = hall.link();
            Received<Tick> received = frozen(Received.counted());
            link.subscribe("ticks", Tick.class, SlowConsumer.DISCONNECT, received);
            Hall.subscribers(topic, 1);
            for (int i = 0; !topic.stats().subscribers().isEmpty(); i++) {
                topic.publish(Tick.of(i));
            }
            received.freeze(false);
            assertThatThrownBy(() -> received.ended().await(LIMIT))
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("a subscriber must keep up")
                    .hasMessageContaining("topic=ticks");
            Received<Tick> again = Received.all();
            link.subscribe("ticks", Tick.class, SlowConsumer.DISCONNECT, again);
            Hall.subscribers(topic, 1);
            topic.publish(Tick.of(7));
            Hall.until(() -> again.count() == 1, "served again");
            assertThat(numbers(again)).containsExactly(7);
        }
    }

    @Test
    void shouldSlowThePublisherWhenASubscriberComplains() {
        LinkLimits few = LinkLimits.defaults().sendQueue(32).receiveQueue(64).memory(1 << 20);
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, config())) {
            Received<Tick> received = Received.counted();
            received.waiting(60);
            Received<Long> gaps = Received.all();
            hall.link(RemotingConfig.production().limits(few))
                    .subscribe("ticks", Tick.class, SlowConsumer.SLOW_ALL, received, gaps);
            Hall.subscribers(topic, 1);
            assertThat(topic.stats().rate()).isInfinite();
            int published = 0;
            while (Double.isInfinite(topic.stats().rate())) {
                topic.publish(Tick.of(published++));
            }
            assertThat(topic.stats().subscribers().get(0).naks()).isPositive();
            received.waiting(0);
            int all = published + 100;
            while (published < all) {
                topic.publish(Tick.of(published++));
            }
            Hall.end(topic);
            received.ended().await(LIMIT);
            assertThat(received.count() + Received.sum(gaps)).isEqualTo(all);
        }
    }

    @Test
    void shouldFreeEverythingWhenASubscriptionEnds() {
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, config())) {
            Link link = hall.link();
            List<Callback<Tick>> all = new ArrayList<>();
            for (SlowConsumer policy : SlowConsumer.values()) {
                all.add(link.subscribe("ticks", Tick.class, policy, Received.all()));
            }
            Hall.subscribers(topic, all.size());
            topic.publish(Tick.of(1));
            Link accepted = hall.server().links().get(0);
            assertThat(accepted.stats().streams()).isEqualTo(all.size());
            all.forEach(Callback::end);
            Hall.subscribers(topic, 0);
            Hall.until(() -> isEmpty(accepted.stats()) && isEmpty(link.stats()), "streams and cells freed");
            topic.publish(Tick.of(2)); // to nobody
            assertThat(topic.stats().published()).isEqualTo(2);
        }
    }

    @Test
    void shouldFreeEverythingWhenATopicEnds() {
        Topic<Tick> topic = hall.server().topic("ticks", Tick.class, config());
        Link link = hall.link();
        Received<Tick> received = Received.all();
        link.subscribe("ticks", Tick.class, SlowConsumer.DROP, received);
        Hall.subscribers(topic, 1);
        topic.publish(Tick.of(1));
        topic.close();
        received.ended().await(LIMIT);
        assertThat(numbers(received)).containsExactly(1);
        Link accepted = hall.server().links().get(0);
        Hall.until(() -> isEmpty(accepted.stats()) && isEmpty(link.stats()), "streams and cells freed");
        assertThatThrownBy(() -> topic.publish(Tick.of(2))).hasMessageContaining("topic=ticks");
        hall.server().topic("ticks", Tick.class, config()).close(); // the name is free again
    }

    private static boolean isEmpty(LinkStats stats) {
        return stats.streams() == 0 && stats.targets().isEmpty();
    }

    @Test
    void shouldFailASubscriptionWithoutATopic() {
        Received<Tick> received = Received.all();
        hall.link().subscribe("nothing", Tick.class, SlowConsumer.DROP, received);
        assertThatThrownBy(() -> received.ended().await(LIMIT))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("topic:nothing");
    }

    @Test
    void shouldFailSubscriptionsWithTheLink() {
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, config())) {
            Link link = hall.link(RemotingConfig.production().reconnect(false));
            Received<Tick> received = Received.all();
            link.subscribe("ticks", Tick.class, SlowConsumer.SLOW_ALL, received);
            Hall.subscribers(topic, 1);
            hall.server().links().get(0).close();
            assertThatThrownBy(() -> received.ended().await(LIMIT)).isInstanceOf(LinkLostException.class);
            Hall.subscribers(topic, 0);
            Received<Tick> late = Received.all();
            Hall.until(() -> link.stats().equals(LinkStats.NONE), "the link is down");
            link.subscribe("ticks", Tick.class, SlowConsumer.SLOW_ALL, late);
            assertThatThrownBy(() -> late.ended().await(LIMIT)).isInstanceOf(LinkLostException.class);
        }
    }

    public interface Pinger {
        Promise<Integer> ping();
    }

    /** Subscribers hear of the end on the loop, before the link changes its state. */
    @Test
    void shouldSayWhyTheLinkIsDownFromTheFirstMoment() {
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, config())) {
            Link link = hall.link(RemotingConfig.production().reconnect(false));
            Pinger pinger = link.lookup("pinger", Pinger.class);
            AtomicReference<Promise<Integer>> asked = new AtomicReference<>();
            Received<Tick> received = Received.all();
            received.beforeFailing(() -> asked.set(pinger.ping()));
            link.subscribe("ticks", Tick.class, SlowConsumer.DROP, received);
            Hall.subscribers(topic, 1);
            hall.server().links().get(0).close();
            assertThatThrownBy(() -> received.ended().await(LIMIT)).isInstanceOf(LinkLostException.class);
            assertThatThrownBy(() -> asked.get().await(LIMIT)).hasMessageContaining("closed by the application");
        }
    }

    @Test
    void shouldLeaveOutWhatCannotBeEncodedAndSaySo() {
        try (Topic<Object> topic = hall.server().topic("things", Object.class, TopicConfig.defaults())) {
            Received<Object> received = Received.all();
            Received<Long> gaps = Received.all();
            hall.link().subscribe("things", Object.class, SlowConsumer.DROP, received, gaps);
            Hall.subscribers(topic, 1);
            topic.publish("before");
            topic.publish(new Object());
            topic.publish("after");
            Hall.end(topic);
            received.ended().await(LIMIT);
            assertThat(received.items()).containsExactly("before", "after");
            assertThat(gaps.items()).containsExactly(1L);
            assertThat(topic.stats().unsendable()).isOne();
        }
    }

    /** Each of them is work for who publishes. */
    @Test
    void shouldRefuseALinkThatSubscribesWithoutEnd() {
        int asked = 500;
        int most = 64;
        try (Topic<Tick> topic = hall.server().topic("ticks", Tick.class, config())) {
            Link greedy = hall.link();
            List<Received<Tick>> all = new ArrayList<>();
            for (int i = 0; i < asked; i++) {
                Received<Tick> received = Received.all();
                all.add(received);
                greedy.subscribe("ticks", Tick.class, SlowConsumer.DROP, received);
            }
            Hall.until(() -> all.stream().filter(Received::isEnded).count() == asked - most, "refused");
            assertThat(topic.stats().subscribers()).hasSize(most);
            assertThatThrownBy(() -> all.get(asked - 1).ended().await(LIMIT))
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("must not subscribe to a topic more often: topic=ticks, most=64");

            Received<Tick> modest = Received.all();
            hall.link().subscribe("ticks", Tick.class, SlowConsumer.DROP, modest);
            Hall.subscribers(topic, most + 1);
            topic.publish(Tick.of(1));
            Hall.until(() -> numbers(modest).equals(List.of(1)), "modest");
            all.get(0).end();
            Hall.subscribers(topic, most);
            Received<Tick> next = Received.all();
            greedy.subscribe("ticks", Tick.class, SlowConsumer.DROP, next);
            Hall.subscribers(topic, most + 1);
        }
    }
}
