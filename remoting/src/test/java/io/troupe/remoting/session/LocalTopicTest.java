// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Deadlines;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.QueueKind;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.topic.TopicStats;
import io.troupe.remoting.topic.TopicStats.State;
import io.troupe.remoting.value.TypeSerializers;
import io.troupe.testkit.TestSystem;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Topics without links, on a clock of the test. */
class LocalTopicTest {
    private static final Duration STEP = Duration.ofMillis(1);
    private static final int QUEUE = 16;

    private final TestSystem test = TestSystem.manual();
    private final CallbackWatches watches = new CallbackWatches();
    private boolean closed;

    @AfterEach
    void close() {
        test.close();
    }

    private Topic<Integer> topic(TopicConfig<Integer> config) {
        return new LocalTopic<>(
                "numbers",
                new TypeSerializers().of(Integer.class),
                config,
                test.system().host().outsideExecutor(),
                watches,
                () -> true, // as on the loop of a link
                () -> closed = true);
    }

    private static TopicConfig<Integer> config() {
        return TopicConfig.<Integer>defaults().queue(QUEUE).key(number -> number % 3);
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    /** A subscriber that has no room. */
    private static Received<Integer> stuck() {
        Received<Integer> callback = Received.all();
        callback.waiting(QUEUE);
        return callback;
    }

    private void pass(int millis) {
        for (int i = 0; i < millis; i++) {
            test.advance(STEP);
            test.runAll();
        }
    }

    @Test
    void shouldCountWhatWaitsForSubscribersOnceAndLeaveOutWhatTakesMoreThanIsFree() {
        MemoryBudget memory = test.system().host().memory();
        long limit = memory.limit();
        memory.limit(1 << 20);
        try (Topic<byte[]> topic = new LocalTopic<>(
                "pictures",
                new TypeSerializers().of(byte[].class),
                TopicConfig.defaults(),
                test.system().host().outsideExecutor(),
                watches,
                () -> true,
                () -> {})) {
            Received<byte[]> one = Received.all();
            Received<byte[]> two = Received.all();
            one.waiting(Integer.MAX_VALUE);
            two.waiting(Integer.MAX_VALUE);
            topic.subscribe(one);
            topic.subscribe(two);
            for (int i = 0; i < 20; i++) {
                topic.publish(new byte[10_000]);
            }
            assertThat(memory.used()).isBetween(200_000L, 300_000L);
            assertThat(memory.largest(1)).singleElement().satisfies(row -> {
                assertThat(row.kind()).isEqualTo(QueueKind.TOPIC);
                assertThat(row.name()).isEqualTo("topic pictures");
            });
            for (int i = 0; i < 200; i++) {
                topic.publish(new byte[10_000]);
            }
            assertThat(memory.used()).isBetween(400_000L, 700_000L);
            assertThat(topic.stats().subscribers()).allSatisfy(subscription -> {
                assertThat(subscription.dropped()).isGreaterThan(100);
                assertThat(subscription.queued() + subscription.dropped()).isEqualTo(220);
            });
        }
        test.runAll();
        memory.limit(limit);
    }

    @Test
    void shouldDeliverToCallbacksOfActorsInTheirTurns() {
        Topic<Integer> topic = topic(config());
        Reader reader = test.spawn(Reader.class, () -> new Reader(topic));
        test.runAll();
        for (int i = 0; i < QUEUE; i++) {
            topic.publish(i);
        }
        assertThat(test.await(reader.seen())).isEqualTo(range(0, QUEUE));
        topic.close();
        assertThat(closed).isTrue();
        assertThat(test.await(reader.over())).isTrue();
    }

    public static class Reader extends Actor<Reader> {
        private final Topic<Integer> topic;
        private final List<Integer> seen = new ArrayList<>();
        private boolean over;

        public Reader(Topic<Integer> topic) {
            this.topic = topic;
        }

        @Override
        protected Promise<?> onStart() {
            Callback<Integer> numbers = Callback.of(seen::add);
            numbers.ended().then(end -> over = true);
            topic.subscribe(numbers);
            return Promise.done();
        }

        public Promise<List<Integer>> seen() {
            return Promise.of(List.copyOf(seen));
        }

        public Promise<Boolean> over() {
            return Promise.of(over);
        }
    }

    @Test
    void shouldEndASubscriberThatThrowsAndTellItsPromise() {
        try (Topic<Integer> topic = topic(config())) {
            Received<Integer> broken = Received.noting(item -> {
                throw new IllegalStateException("no room for " + item);
            });
            Received<Integer> other = Received.all();
            topic.subscribe(SlowConsumer.DROP, broken, null);
            topic.subscribe(SlowConsumer.DROP, other, null);
            for (int i = 0; i < 3; i++) {
                topic.publish(i);
            }
            pass(3);
            assertThatThrownBy(() -> test.await(broken.ended()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no room for 0");
            assertThat(broken.items()).containsExactly(0);
            assertThat(other.items()).isEqualTo(range(0, 3));
            assertThat(topic.stats().subscribers()).hasSize(1);
            assertThat(test.system().host().memory().used()).isZero();
        }
    }

    private static Received<Integer> broken() {
        return Received.noting(item -> {
            throw new IllegalStateException("no room for " + item);
        });
    }

    private void publishFive(Topic<Integer> topic) {
        for (int i = 0; i < 5; i++) {
            topic.publish(i);
            pass(1);
        }
    }

    /** What goes to the log while the action runs. */
    private static String logOf(Runnable action) {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        logTo(new PrintStream(log, true, StandardCharsets.UTF_8), action);
        return log.toString(StandardCharsets.UTF_8);
    }

    private static void logTo(PrintStream log, Runnable action) {
        PrintStream before = System.err;
        System.setErr(log);
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
    }

    @Test
    void shouldTakeASubscriberThatThrowsOutOfTheTopicIfItsCallbackDoesNotEnd() {
        try (Topic<Integer> topic = topic(config())) {
            Received<Integer> items = broken();
            Received<Long> gaps = Received.all();
            items.beforeFailing(() -> {
                throw new IllegalStateException("no end either");
            });
            topic.subscribe(SlowConsumer.DROP, items, gaps);
            String log = logOf(() -> publishFive(topic));
            assertThat(items.items()).containsExactly(0);
            assertThat(gaps.isEnded()).isTrue();
            assertThat(topic.stats().subscribers()).isEmpty();
            assertThat(test.system().host().memory().used()).isZero();
            assertThat(log)
                    .contains("a subscriber must take items: topic=numbers", "no room for 0", "no end either")
                    .doesNotContain("a topic must hand over items");
        }
    }

    @Test
    void shouldTakeASubscriberThatThrowsOutOfTheTopicIfTheLogThrowsToo() {
        try (Topic<Integer> topic = topic(config())) {
            Received<Integer> items = broken();
            topic.subscribe(SlowConsumer.DROP, items, null);
            logTo(
                    new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
                        @Override
                        public void println(@Nullable String line) {
                            if (line != null && line.contains("must take items")) {
                                throw new IllegalStateException("the disk is full");
                            }
                        }
                    },
                    () -> publishFive(topic));
            assertThat(items.isEnded()).isTrue();
            assertThat(topic.stats().subscribers()).isEmpty();
            assertThat(test.system().host().memory().used()).isZero();
        }
    }

    @Test
    void shouldGoOnWithItemsIfTheCallbackOfGapsThrows() {
        try (Topic<Integer> topic = topic(config())) {
            Received<Integer> items = stuck();
            Received<Long> gaps = Received.noting(gap -> {
                throw new IllegalStateException("no room for a gap of " + gap);
            });
            topic.subscribe(SlowConsumer.DROP, items, gaps);
            for (int i = 0; i < QUEUE + 5; i++) {
                topic.publish(i);
            }
            items.waiting(0);
            String log = logOf(() -> pass(3));
            assertThat(items.items()).isEqualTo(range(5, QUEUE + 5));
            assertThat(items.isEnded()).isFalse();
            assertThat(log)
                    .contains("a callback of gaps must take them: topic=numbers")
                    .doesNotContain("a subscriber must take items");
            assertThatThrownBy(() -> test.await(gaps.ended())).hasMessage("no room for a gap of 5");

            items.waiting(QUEUE);
            for (int i = 0; i < QUEUE + 5; i++) {
                topic.publish(i);
            }
            items.waiting(0);
            pass(3);
            assertThat(items.last()).isEqualTo(QUEUE + 4);
            assertThat(gaps.items()).containsExactly(5L); // it is told once
        }
    }

    @Test
    void shouldNotKeepASubscriberWhoseEndCannotBeWatched() {
        try (Topic<Integer> topic = topic(config())) {
            Received<Integer> items = Received.all();
            items.beforeWatching(() -> {
                throw new IllegalStateException("no promise of an end");
            });
            assertThatThrownBy(() -> topic.subscribe(SlowConsumer.DROP, items, null))
                    .hasMessage("no promise of an end");
            assertThat(topic.stats().subscribers()).isEmpty();
        }
    }

    @Test
    void shouldTellNobodyElseThatACallbackOfGapsThrowsAtItsEnd() {
        try (Topic<Integer> topic = topic(config())) {
            Received<Integer> items = Received.all();
            Received<Long> gaps = Received.all();
            gaps.beforeEnding(() -> {
                throw new IllegalStateException("no end of gaps");
            });
            topic.subscribe(SlowConsumer.DROP, items, gaps);
            Promise<String> other = items.ended().map(end -> "told");
            String log = logOf(() -> {
                items.end();
                pass(1);
            });
            assertThat(other.await(Duration.ofMinutes(1))).isEqualTo("told");
            assertThat(topic.stats().subscribers()).isEmpty();
            assertThat(log).contains("a callback of gaps must end: topic=numbers", "no end of gaps");
        }
    }

    @Test
    void shouldEndTheGapsOfWhoSubscribesToAClosedTopic() {
        Topic<Integer> topic = topic(config());
        topic.close();
        Received<Integer> items = Received.all();
        Received<Long> gaps = Received.all();
        topic.subscribe(SlowConsumer.DROP, items, gaps);
        assertThat(items.isEnded()).isTrue();
        assertThat(gaps.isEnded()).isTrue();
    }

    @Test
    void shouldDropWhatWaitsForADisconnectedSubscriberWhoseCallbackDoesNotEnd() {
        try (Topic<Integer> topic = topic(config())) {
            Received<Integer> items = stuck();
            Received<Long> gaps = Received.all();
            items.beforeFailing(() -> {
                throw new IllegalStateException("no end");
            });
            topic.subscribe(SlowConsumer.DISCONNECT, items, gaps);
            for (int i = 0; i < QUEUE; i++) {
                topic.publish(i);
            }
            String log = logOf(() -> pass(501));
            assertThat(topic.stats().subscribers()).isEmpty();
            assertThat(test.system().host().memory().used()).isZero();
            assertThat(gaps.isEnded()).isTrue();
            assertThat(log)
                    .contains(
                            "a disconnected subscriber must end: topic=numbers", "a subscriber must keep up", "no end");
            items.waiting(0);
            pass(3);
            assertThat(items.items()).isEmpty();
        }
    }

    @Test
    void shouldNotBlameTheSubscriberForWhatTheTopicThrows() {
        HeldLane lane = new HeldLane(test.system().host().outsideExecutor());
        try (Topic<Integer> topic = new LocalTopic<>(
                "numbers", new TypeSerializers().of(Integer.class), config(), lane, watches, () -> true, () -> {})) {
            Received<Integer> items = Received.noting(item -> lane.clockFault = new IllegalStateException("no time"));
            topic.subscribe(SlowConsumer.DROP, items, null);
            topic.publish(1);
            String log = logOf(() -> pass(1));
            lane.clockFault = null;
            assertThat(log)
                    .contains("a topic must hand over items: topic=numbers")
                    .doesNotContain("a subscriber must take items");
            assertThatThrownBy(() -> test.await(items.ended())).hasMessage("no time");
            assertThat(topic.stats().subscribers()).isEmpty();
        }
    }

    @Test
    void shouldAskASubscriberNoMoreThatHasEndedWithoutRoom() {
        HeldLane lane = new HeldLane(test.system().host().outsideExecutor());
        try (Topic<Integer> topic = new LocalTopic<>(
                "numbers", new TypeSerializers().of(Integer.class), config(), lane, watches, () -> true, () -> {})) {
            Received<Integer> items = stuck();
            topic.subscribe(SlowConsumer.DROP, items, null);
            topic.publish(1);
            pass(2);
            items.end();
            pass(2);
            int before = lane.scheduled.get();
            pass(5);
            assertThat(lane.scheduled).hasValue(before);
        }
    }

    @Test
    void shouldTellALocalSubscriberOfGaps() {
        Topic<Integer> topic = topic(config());
        Received<Integer> items = stuck();
        Received<Long> gaps = Received.all();
        topic.subscribe(SlowConsumer.DROP, items, gaps);
        for (int i = 0; i < QUEUE + 5; i++) {
            topic.publish(i);
        }
        pass(3);
        assertThat(items.count()).isZero();
        items.waiting(0);
        pass(3);
        assertThat(items.items()).isEqualTo(range(5, QUEUE + 5));
        assertThat(gaps.items()).containsExactly(5L);
        items.end();
        assertThat(gaps.isEnded()).isTrue();
        assertThat(topic.stats().subscribers()).isEmpty();
    }

    @Test
    void shouldKeepTheOldestItemsIfThatIsWanted() {
        Topic<Integer> topic = topic(config().dropOldest(false));
        Received<Integer> items = stuck();
        Received<Long> gaps = Received.all();
        topic.subscribe(SlowConsumer.DROP, items, gaps);
        for (int i = 0; i < QUEUE + 5; i++) {
            topic.publish(i);
        }
        items.waiting(0);
        pass(3);
        assertThat(items.items()).isEqualTo(range(0, QUEUE));
        assertThat(gaps.items()).containsExactly(5L);
        topic.publish(QUEUE + 5);
        pass(3);
        assertThat(items.last()).isEqualTo(QUEUE + 5);
        assertThat(gaps.count()).isOne();
    }

    @Test
    void shouldConflateForALocalSubscriber() {
        Topic<Integer> topic = topic(config());
        Received<Integer> items = stuck();
        topic.subscribe(SlowConsumer.CONFLATE, items, null);
        for (int i = 0; i < 100; i++) {
            topic.publish(i);
        }
        items.waiting(0);
        pass(3);
        assertThat(items.items()).containsExactly(99, 97, 98); // in the places of their keys
        assertThat(topic.stats().subscribers().get(0).dropped()).isEqualTo(97);
    }

    @Test
    void shouldDisconnectAfterTheTimeAndNotBefore() {
        Topic<Integer> topic = topic(config());
        Received<Integer> items = stuck();
        topic.subscribe(SlowConsumer.DISCONNECT, items, null);
        for (int i = 0; i < QUEUE; i++) {
            topic.publish(i);
        }
        test.advance(Duration.ofMillis(499));
        assertThat(items.isEnded()).isFalse();
        test.advance(STEP);
        assertThat(items.isEnded()).isTrue();
        assertThatThrownBy(() -> test.await(items.ended())).isInstanceOf(CallRefusedException.class);
        assertThat(topic.stats().subscribers()).isEmpty();
    }

    @Test
    void shouldNotDisconnectWhoRecoversInTime() {
        Topic<Integer> topic = topic(config());
        Received<Integer> items = stuck();
        topic.subscribe(SlowConsumer.DISCONNECT, items, null);
        for (int i = 0; i < QUEUE; i++) {
            topic.publish(i);
        }
        pass(400);
        items.waiting(0);
        pass(200);
        assertThat(items.isEnded()).isFalse();
        assertThat(items.items()).isEqualTo(range(0, QUEUE));
    }

    /** It takes an item every 20 ms; without a floor the publisher would do the same. */
    @Test
    void shouldNotSlowThePublisherBelowTheFloorNorForTooLong() {
        Topic<Integer> topic = topic(config().minRate(200).maxSlow(Duration.ofSeconds(2)));
        Received<Integer> slow = stuck();
        topic.subscribe(SlowConsumer.SLOW_ALL, slow, null);
        for (int i = 0; i < 2 * QUEUE; i++) {
            topic.tryPublish(i);
        }
        long begin = topic.stats().published();
        trickle(topic, slow, 1000);
        long slowed = topic.stats().published() - begin;
        assertThat(slowed).isBetween(190L, 260L);
        assertThat(topic.stats().subscribers().get(0).state()).isNotEqualTo(State.GIVEN_UP);
        trickle(topic, slow, 1500);
        assertThat(topic.stats().subscribers().get(0).state()).isEqualTo(State.GIVEN_UP);
        pass(3000); // until its last complaint is forgotten
        long before = topic.stats().published();
        for (int i = 0; i < 1000; i++) {
            assertThat(topic.tryPublish(i)).isTrue();
        }
        test.runAll();
        assertThat(topic.stats().published()).isGreaterThanOrEqualTo(before + 1000);
    }

    private void trickle(Topic<Integer> topic, Received<Integer> slow, int millis) {
        for (int i = 0; i < millis; i++) {
            slow.waiting(i % 20 == 0 ? QUEUE - 1 : QUEUE);
            topic.tryPublish(i);
            topic.tryPublish(i);
            pass(1);
        }
    }

    /** It takes 100 items per millisecond, and gets 105; most of what waits is not of the little one. */
    @Test
    void shouldNotStarveATopicThatFeedsACallbackBesideALargeOne() {
        TopicConfig<Integer> config = TopicConfig.<Integer>defaults().queue(8_192);
        Topic<Integer> little = topic(config);
        Topic<Integer> large = topic(config);
        Received<Integer> items = Received.counted();
        little.subscribe(SlowConsumer.SLOW_ALL, items, null);
        large.subscribe(SlowConsumer.SLOW_ALL, items, null);
        int done = 0;
        for (int millis = 0; millis < 2_000; millis++) {
            for (int i = 0; i < 105; i++) {
                (i < 5 ? little : large).tryPublish(i);
            }
            pass(1);
            done = Math.min(items.count(), done + 100);
            items.waiting(items.count() - done);
        }
        assertThat(large.stats().subscribers().get(0).naks()).isPositive();
        assertThat(little.stats().published()).isGreaterThan(9_900);
        assertThat(large.stats().published()).isGreaterThan(150_000);
    }

    @Test
    void shouldForgetCallbacksThatHaveEnded() {
        Topic<Integer> topic = topic(config());
        Received<Integer> items = Received.all();
        topic.subscribe(SlowConsumer.DROP, items, null);
        topic.subscribe(SlowConsumer.DROP, items, null);
        assertThat(watches.size()).isOne();
        items.end();
        pass(1);
        assertThat(watches.size()).isZero();
    }

    @Test
    void shouldNotWaitForWhoTakesNothingAtAll() {
        Topic<Integer> topic = topic(config());
        Received<Integer> dead = stuck();
        topic.subscribe(SlowConsumer.SLOW_ALL, dead, null);
        while (topic.tryPublish(1)) {
            // until its queue and the intake are full
        }
        assertThat(topic.stats().waiting()).isEqualTo(QUEUE);
        pass(60);
        for (int i = 0; i < 1000; i++) {
            assertThat(topic.tryPublish(i)).isTrue();
        }
        TopicStats.Subscription stats = topic.stats().subscribers().get(0);
        assertThat(stats.queued()).isEqualTo(QUEUE);
        assertThat(stats.dropped()).isEqualTo(1000 + QUEUE);
    }

    @Test
    void shouldSlowAnActorThatPublishes() {
        Topic<Integer> topic = topic(config());
        Received<Integer> slow = stuck();
        topic.subscribe(SlowConsumer.SLOW_ALL, slow, null);
        Writer writer = test.spawn(Writer.class, () -> new Writer(topic));
        writer.write(100);
        Promise<Integer> done = writer.done();
        test.runAll();
        assertThat(done.isSettled()).isFalse(); // no message gets to an actor that is to wait
        assertThat(topic.stats().waiting()).isEqualTo(100 - QUEUE);
        slow.waiting(0);
        pass(100);
        assertThat(test.await(done)).isEqualTo(100);
        assertThat(slow.items()).isEqualTo(range(0, 100));
        assertThat(topic.stats().waiting()).isZero();
    }

    public static class Writer extends Actor<Writer> {
        private final Topic<Integer> topic;
        private int written;

        public Writer(Topic<Integer> topic) {
            this.topic = topic;
        }

        public void write(int count) {
            for (int i = 0; i < count; i++) {
                topic.publish(written++);
            }
        }

        public Promise<Integer> done() {
            return Promise.of(written);
        }
    }

    @Test
    void shouldRefuseRatherThanStopAThreadThatMustNotWait() {
        Topic<Integer> topic = topic(config());
        topic.subscribe(SlowConsumer.SLOW_ALL, stuck(), null);
        assertThatThrownBy(() -> IntStream.range(0, 100).forEach(topic::publish))
                .isInstanceOf(BackpressureException.class)
                .hasMessageContaining("topic=numbers");
        assertThat(topic.tryPublish(1)).isFalse();
    }

    @Test
    void shouldPublishWhatWasAcceptedBeforeItCloses() {
        Topic<Integer> topic = topic(config().dropOldest(false));
        Received<Integer> slow = stuck();
        Received<Integer> quick = Received.all();
        topic.subscribe(SlowConsumer.SLOW_ALL, slow, null);
        topic.subscribe(SlowConsumer.DROP, quick, null);
        for (int i = 0; i < QUEUE + 5; i++) {
            assertThat(topic.tryPublish(i)).isTrue();
            test.runAll();
        }
        topic.close();
        test.runAll();
        assertThat(quick.items()).isEqualTo(range(0, QUEUE + 5));
        assertThat(quick.isEnded()).isTrue();
        assertThatThrownBy(() -> topic.publish(1)).isInstanceOf(IllegalStateException.class);
        Received<Integer> late = Received.all();
        topic.subscribe(late);
        assertThat(late.isEnded()).isTrue();
    }

    @Test
    void shouldBearASubscriberThatPublishes() {
        Topic<Integer> topic = topic(config());
        Received<Integer> items = Received.all();
        topic.subscribe(items);
        topic.subscribe(Callback.of(number -> {
            if (number < 5) {
                topic.tryPublish(number + 1);
            }
        }));
        topic.publish(0);
        Hall.until( // the other callback has threads of its own
                () -> {
                    test.runAll();
                    return items.count() == 6;
                },
                topic);
        assertThat(items.items()).isEqualTo(range(0, 6));
    }

    @Test
    void shouldRefuseNonsense() {
        assertThatThrownBy(() -> config().queue(1)).hasMessageContaining("queue=1");
        assertThatThrownBy(() -> config().minRate(-1)).hasMessageContaining("minRate=-1");
        assertThatThrownBy(() -> config().maxSlow(Duration.ofSeconds(-1))).hasMessageContaining("maxSlow=PT-1S");
        Duration forever = ChronoUnit.FOREVER.getDuration();
        assertThatThrownBy(() -> config().maxSlow(forever)).hasMessageContaining("maxSlow=" + forever);
        assertThatThrownBy(() -> config().disconnectAfter(forever)).hasMessageContaining("disconnectAfter=" + forever);
        StreamAcceptors acceptors = new StreamAcceptors(new TypeSerializers());
        assertThatThrownBy(() -> acceptors.topic(
                        "prices?all",
                        Integer.class,
                        config(),
                        test.system().host().outsideExecutor(),
                        () -> false,
                        () -> {}))
                .hasMessage("the name of a topic must have no '?': name=prices?all");
    }

    /** A lane that holds up who wakes a subscriber, counts tasks for later, and whose clock may fail. */
    private static final class HeldLane extends CallbackExecutor {
        private final CallbackExecutor lane;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private volatile Thread held;
        private volatile @Nullable RuntimeException clockFault;
        private final AtomicInteger scheduled = new AtomicInteger();

        HeldLane(CallbackExecutor lane) {
            this.lane = lane;
        }

        @Override
        public void run(Message continuation) {
            if (Thread.currentThread() == held) {
                held = null;
                reached.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            lane.run(continuation);
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            scheduled.incrementAndGet();
            return lane.schedule(nanos, task);
        }

        @Override
        public Deadlines deadlines() {
            return lane.deadlines();
        }

        @Override
        public long nanos() {
            RuntimeException fault = clockFault;
            if (fault != null) {
                throw fault;
            }
            return lane.nanos();
        }

        @Override
        public void failed(Throwable failure) {
            lane.failed(failure);
        }
    }

    @Test
    @org.junit.jupiter.api.Timeout(30)
    void shouldLetNobodyWaitForAnItemThatIsOnItsWay() throws Exception {
        HeldLane lane = new HeldLane(test.system().host().outsideExecutor());
        Topic<Integer> topic = new LocalTopic<>(
                "numbers", new TypeSerializers().of(Integer.class), config(), lane, watches, () -> true, () -> {});
        Received<Integer> first = Received.all();
        Received<Integer> second = Received.all();
        topic.subscribe(SlowConsumer.DROP, first, null);
        Thread publisher = new Thread(() -> {
            lane.held = Thread.currentThread();
            topic.publish(1);
        });
        publisher.start();
        lane.reached.await();

        topic.subscribe(SlowConsumer.DROP, second, null);
        assertThat(topic.tryPublish(2)).isTrue();
        test.runAll();
        assertThat(topic.stats().subscribers()).hasSize(2);
        assertThat(first.items()).isEmpty();

        lane.released.countDown();
        publisher.join();
        test.runAll();
        pass(2);
        assertThat(first.items()).containsExactly(1, 2);
        assertThat(second.items()).containsExactly(2);
        topic.close();
    }

    @Test
    void shouldRefuseASubscriberWithoutACallbackAndGoOn() {
        Topic<Integer> topic = topic(config());
        Callback<Integer> none = null;
        SlowConsumer noPolicy = null;
        assertThatThrownBy(() -> topic.subscribe(none))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a subscriber must have a callback for its items: topic=numbers");
        assertThatThrownBy(() -> topic.subscribe(noPolicy, Received.all(), null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a subscriber must have a policy: topic=numbers");
        topic.publish(1);
        assertThat(topic.stats().subscribers()).isEmpty();
    }

    @Test
    void shouldRefuseToPublishNothing() {
        Topic<Integer> topic = topic(config());
        Integer none = null;
        for (ThrowingCallable each :
                List.<ThrowingCallable>of(() -> topic.publish(none), () -> topic.tryPublish(none))) {
            assertThatThrownBy(each)
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("a topic must be given an item to publish: topic=numbers");
        }
        topic.publish(1);
        assertThat(topic.stats().published()).isEqualTo(1);
    }
}
