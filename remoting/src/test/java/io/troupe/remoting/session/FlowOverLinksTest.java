// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkStats;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rules of Reactive Streams that subscribers can see, over a real link. */
@Timeout(60)
class FlowOverLinksTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ActorSystem here = ActorSystem.start("here");
    private final ActorSystem there = ActorSystem.start("there");
    private final Remoting server = Remoting.on(there);
    private final Remoting client =
            Remoting.on(here, RemotingConfig.production().reconnect(false));
    private final Numbers numbers = new Numbers(Integer.MAX_VALUE);
    private Link link;

    @BeforeEach
    void connect() {
        String address =
                server.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
        server.publish("numbers", Integer.class, numbers);
        link = client.connect(address).await(LIMIT);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private static void until(BooleanSupplier condition) {
        Await.until(LIMIT, condition);
    }

    private static List<Integer> range(int to) {
        return IntStream.range(0, to).boxed().toList();
    }

    /** Publishes 0, 1, … at once, as many as are requested, on the requesting thread. */
    private static final class Numbers implements Flow.Publisher<Integer> {
        private final int count;
        final AtomicLong requested = new AtomicLong();
        final AtomicInteger cancelled = new AtomicInteger();
        final AtomicInteger subscribed = new AtomicInteger();
        volatile @Nullable Throwable end;

        Numbers(int count) {
            this.count = count;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
            subscribed.incrementAndGet();
            subscriber.onSubscribe(new Flow.Subscription() {
                private int next;
                private boolean over;

                @Override
                public void request(long n) {
                    requested.addAndGet(n);
                    for (long i = 0; i < n && !over; i++) {
                        subscriber.onNext(next++);
                        if (next == count) {
                            over = true;
                            finish(subscriber);
                        }
                    }
                }

                @Override
                public void cancel() {
                    over = true;
                    cancelled.incrementAndGet();
                }
            });
        }

        private void finish(Flow.Subscriber<? super Integer> subscriber) {
            Throwable cause = end;
            if (cause == null) {
                subscriber.onComplete();
            } else {
                subscriber.onError(cause);
            }
        }
    }

    /** Notes all signals, and that there is one at a time. */
    private static class Notes implements Flow.Subscriber<Integer> {
        private final List<Integer> items = new ArrayList<>();
        private final AtomicInteger inside = new AtomicInteger();
        private final Consumer<Notes> onItem;
        volatile Flow.@Nullable Subscription subscription;
        volatile int count;
        final AtomicInteger ends = new AtomicInteger();
        volatile boolean completed;
        volatile boolean overlapped;
        volatile @Nullable Throwable failure;

        Notes(Consumer<Notes> onItem) {
            this.onItem = onItem;
        }

        Flow.Subscription subscription() {
            until(() -> subscription != null);
            return Objects.requireNonNull(subscription);
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
        }

        @Override
        public void onNext(Integer item) {
            overlapped |= inside.getAndIncrement() != 0 || ends.get() > 0;
            items.add(item);
            count = items.size();
            onItem.accept(this);
            inside.decrementAndGet();
        }

        @Override
        public void onError(Throwable cause) {
            overlapped |= inside.get() != 0;
            failure = cause;
            ends.incrementAndGet();
        }

        @Override
        public void onComplete() {
            overlapped |= inside.get() != 0;
            completed = true;
            ends.incrementAndGet();
        }
    }

    private Notes subscribe(String name) {
        return subscribe(name, notes -> {});
    }

    private Notes subscribe(String name, Consumer<Notes> onItem) {
        Notes notes = new Notes(onItem);
        link.publisher(name, Integer.class).subscribe(notes);
        return notes;
    }

    /** What was sent before now has arrived. */
    private void settle() {
        Notes marker = subscribe("numbers");
        marker.subscription().request(1);
        until(() -> marker.count == 1);
        marker.subscription().cancel();
    }

    @Test
    void shouldSendExactlyWhatIsRequested() {
        Notes notes = subscribe("numbers");
        notes.subscription().request(3);
        until(() -> notes.count == 3);
        settle();
        assertThat(notes.count).isEqualTo(3);
        notes.subscription().request(2);
        until(() -> notes.count == 5);
        settle();
        assertThat(notes.items).isEqualTo(range(5));
        assertThat(numbers.requested.get()).isEqualTo(5 + 2); // and two marks
    }

    /** Outside of actors another thread calls onSubscribe, which may request before the stream has been opened. */
    @Test
    void shouldServeRequestsThatAreMadeInOnSubscribe() {
        List<Notes> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Notes notes = new Notes(self -> self.subscription().cancel()) {
                @Override
                public void onSubscribe(Flow.Subscription given) {
                    super.onSubscribe(given);
                    given.request(1);
                }
            };
            link.publisher("numbers", Integer.class).subscribe(notes);
            all.add(notes);
        }
        until(() -> all.stream().allMatch(notes -> notes.count == 1));
    }

    @Test
    void shouldSendNothingWithoutARequest() {
        Notes notes = subscribe("numbers");
        settle();
        assertThat(notes.count).isZero();
        assertThat(numbers.subscribed.get()).isEqualTo(2);
    }

    @Test
    void shouldSendAllToWhoRequestsWithoutBoundAndThenComplete() {
        server.publish("many", Integer.class, new Numbers(50_000));
        Notes notes = subscribe("many");
        notes.subscription().request(Long.MAX_VALUE);
        notes.subscription().request(Long.MAX_VALUE);
        until(() -> notes.ends.get() > 0);
        assertThat(notes.completed).isTrue();
        assertThat(notes.items).isEqualTo(range(50_000));
        assertThat(notes.overlapped).isFalse();
    }

    @Test
    void shouldServeRequestsFromWithinSignals() {
        server.publish("many", Integer.class, new Numbers(2000));
        Notes notes = subscribe("many", self -> self.subscription().request(1));
        notes.subscription().request(1);
        until(() -> notes.ends.get() > 0);
        assertThat(notes.items).isEqualTo(range(2000));
        assertThat(notes.overlapped).isFalse();
    }

    @Test
    void shouldPassOnAFailureBehindTheItems() {
        Numbers failing = new Numbers(3);
        failing.end = new IllegalStateException("out of numbers");
        server.publish("failing", Integer.class, failing);
        Notes notes = subscribe("failing");
        notes.subscription().request(10);
        until(() -> notes.ends.get() > 0);
        assertThat(notes.items).isEqualTo(range(3));
        assertThat(notes.failure).isInstanceOf(RemoteFailedException.class).hasMessageContaining("out of numbers");
    }

    @Test
    void shouldStopAfterCancelAndFreeEverything() {
        Notes notes = subscribe("numbers", self -> {
            if (self.items.size() == 5) {
                self.subscription().cancel();
                self.subscription().cancel();
                self.subscription().request(10);
            }
        });
        notes.subscription().request(1000);
        until(() -> numbers.cancelled.get() == 1);
        settle();
        assertThat(notes.items).isEqualTo(range(5));
        assertThat(notes.ends.get()).isZero();
        LinkStats none = LinkStats.NONE;
        Link accepted = server.links().get(0);
        until(() -> accepted.stats().streams() == none.streams() && link.stats().streams() == none.streams());
        until(() ->
                accepted.stats().targets().isEmpty() && link.stats().targets().isEmpty());
    }

    @Test
    void shouldRefuseRequestsOfNothing() {
        for (long n : new long[] {0, -1, Long.MIN_VALUE}) {
            Notes notes = subscribe("numbers");
            notes.subscription().request(n);
            until(() -> notes.ends.get() > 0);
            assertThat(notes.failure)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("n=" + n);
            notes.subscription().request(1);
            settle();
            assertThat(notes.count).isZero();
            assertThat(notes.ends.get()).isOne();
        }
        until(() -> numbers.cancelled.get() == 6);
    }

    @Test
    void shouldFailWithTheLink() {
        Notes notes = subscribe("numbers");
        notes.subscription().request(2);
        until(() -> notes.count == 2);
        link.close();
        until(() -> notes.ends.get() > 0);
        assertThat(notes.failure).isInstanceOf(LinkLostException.class);
        until(() -> numbers.cancelled.get() == 1);
        until(() -> link.stats().equals(LinkStats.NONE));
        Notes late = subscribe("numbers");
        until(() -> late.ends.get() > 0);
        assertThat(late.subscription).isNotNull();
        assertThat(late.failure).isInstanceOf(LinkLostException.class);
    }

    @Test
    void shouldFailWithoutAPublisher() {
        Notes notes = subscribe("nothing");
        until(() -> notes.ends.get() > 0);
        assertThat(notes.failure).isInstanceOf(CallRefusedException.class).hasMessageContaining("flow:nothing");
        assertThatNullPointerException()
                .isThrownBy(() -> link.publisher("nothing", Integer.class).subscribe(null));
    }

    @Test
    void shouldCancelWhenASubscriberThrows() {
        Notes notes = subscribe("numbers", self -> {
            throw new IllegalStateException("a subscriber that breaks the rules");
        });
        notes.subscription().request(10);
        until(() -> numbers.cancelled.get() == 1);
        assertThat(notes.count).isOne();
    }

    @Test
    void shouldEndAPublisherThatPublishesTooMuch() {
        Flow.Publisher<Integer> flood = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                for (int i = 0; i <= n; i++) {
                    subscriber.onNext(i);
                }
            }

            @Override
            public void cancel() {
                numbers.cancelled.incrementAndGet();
            }
        });
        server.publish("flood", Integer.class, flood);
        Notes notes = subscribe("flood");
        notes.subscription().request(3);
        until(() -> notes.ends.get() > 0);
        assertThat(notes.count).isLessThanOrEqualTo(3);
        assertThat(notes.failure).hasMessageContaining("more than was requested");
        until(() -> numbers.cancelled.get() == 1);
    }

    @Test
    void shouldTellWhenAPublisherThrows() {
        server.publish("broken", Integer.class, subscriber -> {
            throw new IllegalStateException("no numbers today");
        });
        Notes notes = subscribe("broken");
        until(() -> notes.ends.get() > 0);
        assertThat(notes.failure).hasMessageContaining("no numbers today");
    }
}
