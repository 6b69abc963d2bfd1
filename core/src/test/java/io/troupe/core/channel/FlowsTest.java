// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.line.Line;
import io.troupe.core.line.Lines;
import io.troupe.core.promise.Promise;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FlowsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int MANY = 10_000;

    /** Adds up what it receives, in its own turns. */
    public static class Adder extends Actor<Adder> {
        private long sum;

        public Promise<Long> addAll(Flow.Publisher<Integer> numbers) {
            return Flows.each(numbers, number -> sum += number).map(done -> sum);
        }

        public void leave() {
            context().stop();
        }

        public Promise<WeakReference<Object>> refusedBy(Flow.Publisher<Integer> numbers) {
            AtomicLong handled = new AtomicLong();
            assertThatThrownBy(() -> Flows.each(numbers, number -> handled.addAndGet(number)))
                    .hasMessage("closed");
            return Promise.of(new WeakReference<>(handled));
        }

        public Promise<Void> failAt(Flow.Publisher<Integer> numbers, int bad) {
            return Flows.each(numbers, number -> {
                if (number == bad) {
                    throw new IllegalStateException("bad number: " + number);
                }
            });
        }
    }

    /** Does nothing by itself, and notes what it is told. */
    private static final class Puppet implements Flow.Subscriber<Integer> {
        final BlockingQueue<Object> told = new LinkedBlockingQueue<>();
        Flow.@Nullable Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            told.add("subscribed");
        }

        @Override
        public void onNext(Integer element) {
            told.add(element);
        }

        @Override
        public void onError(Throwable cause) {
            told.add(cause);
        }

        @Override
        public void onComplete() {
            told.add("complete");
        }

        Object next() throws InterruptedException {
            Object next = told.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            return next;
        }

        void request(long n) {
            assertThat(subscription).isNotNull();
            subscription.request(n);
        }

        void cancel() {
            assertThat(subscription).isNotNull();
            subscription.cancel();
        }
    }

    private static Puppet subscribed(Receiver<Integer> channel) throws InterruptedException {
        Puppet puppet = new Puppet();
        Flows.publisher(channel).subscribe(puppet);
        assertThat(puppet.next()).isEqualTo("subscribed");
        return puppet;
    }

    private static Flow.Publisher<Integer> range(int count) {
        Channel<Integer> numbers = Channels.unlimited();
        IntStream.range(0, count).forEach(numbers::trySend);
        numbers.close();
        return Flows.publisher(numbers);
    }

    @Test
    void shouldReceiveWhatIsRequestedAndNoMore() throws InterruptedException {
        Channel<Integer> channel = Channels.buffered(4);
        IntStream.range(0, 4).forEach(channel::trySend);
        Puppet puppet = subscribed(channel);
        puppet.request(2);
        assertThat(puppet.next()).isEqualTo(0);
        assertThat(puppet.next()).isEqualTo(1);
        assertThat(channel.stats().inside()).isEqualTo(2);
        puppet.request(1);
        assertThat(puppet.next()).isEqualTo(2);
        channel.close();
        puppet.request(10);
        assertThat(puppet.next()).isEqualTo(3);
        assertThat(puppet.next()).isEqualTo("complete");
    }

    @Test
    void shouldTellAnEndWithoutARequest() throws InterruptedException {
        Channel<Integer> closed = Channels.buffered(1);
        closed.close();
        assertThat(subscribed(closed).next()).isEqualTo("complete");
        Channel<Integer> failed = Channels.buffered(1);
        IllegalStateException cause = new IllegalStateException("no numbers today");
        failed.fail(cause);
        assertThat(subscribed(failed).next()).isSameAs(cause);
    }

    @Test
    void shouldRefuseRequestsThatAreNotPositive() throws InterruptedException {
        Channel<Integer> channel = Channels.buffered(1);
        Puppet puppet = subscribed(channel);
        puppet.request(0);
        assertThat(puppet.next()).isInstanceOfSatisfying(IllegalArgumentException.class, e -> assertThat(e.getMessage())
                .contains("3.9", "n=0"));
        channel.trySend(1);
        puppet.request(1);
        assertThat(channel.tryReceive()).as("still there").isEqualTo(1);
    }

    @Test
    void shouldLeaveToOthersWhatACancelledSubscriberHasNotTaken() throws InterruptedException {
        Queue<Object> all = new ConcurrentLinkedQueue<>();
        Channel<Integer> channel = Channels.<Integer>buffered(4).undelivered(all::add);
        Puppet first = subscribed(channel);
        first.request(Long.MAX_VALUE);
        channel.trySend(1);
        assertThat(first.next()).isEqualTo(1);
        first.cancel();
        Puppet second = subscribed(channel);
        channel.put(2, LIMIT); // may be on its way to the first one when that is gone, and then it comes back
        second.request(10);
        channel.put(3, LIMIT);
        channel.close();
        for (Object next = second.next(); !next.equals("complete"); next = second.next()) {
            all.add(next);
        }
        while (all.size() + first.told.size() < 2) {
            Integer back = channel.tryReceive();
            if (back != null) {
                all.add(back);
            }
        }
        all.addAll(first.told);
        assertThat(all).containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void shouldHandleElementsInTheTurnsOfAnActor() {
        try (ActorSystem system = ActorSystem.start("flows")) {
            Adder adder = system.spawn(Adder.class, Adder::new);
            assertThat(adder.addAll(range(MANY)).await(LIMIT)).isEqualTo(MANY * (MANY - 1L) / 2);
        }
    }

    @Test
    void shouldHandleWhatAPublisherOfTheJdkHas() {
        SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(Runnable::run, 16);
        try (ActorSystem system = ActorSystem.start("flows")) {
            Adder adder = system.spawn(Adder.class, Adder::new);
            Promise<Long> sum = adder.addAll(publisher);
            while (publisher.getNumberOfSubscribers() == 0) {
                Thread.onSpinWait();
            }
            IntStream.range(0, MANY).forEach(publisher::submit);
            publisher.close();
            assertThat(sum.await(LIMIT)).isEqualTo(MANY * (MANY - 1L) / 2);
        }
    }

    @Test
    void shouldCancelTheSubscriptionOfAHandlerThatFails() {
        try (ActorSystem system = ActorSystem.start("flows")) {
            Adder adder = system.spawn(Adder.class, Adder::new);
            Channel<Integer> numbers = Channels.unlimited();
            IntStream.range(0, MANY).forEach(numbers::trySend);
            Promise<Void> end = adder.failAt(Flows.publisher(numbers), 3);
            assertThatThrownBy(() -> end.await(LIMIT)).hasStackTraceContaining("bad number: 3");
            numbers.put(MANY, LIMIT);
            assertThat(numbers.stats().inside()).isGreaterThan(MANY / 2);
        }
    }

    @Test
    void shouldRequestWhatTheChannelTakes() {
        AtomicLong requested = new AtomicLong();
        Channel<Integer> channel = Channels.buffered(2);
        Promise<Void> end = Flows.into(
                subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
                    private int next;

                    @Override
                    public void request(long n) {
                        requested.addAndGet(n);
                        for (long i = 0; i < n; i++) {
                            subscriber.onNext(next++);
                        }
                    }

                    @Override
                    public void cancel() {
                        requested.set(-1);
                    }
                }),
                channel,
                3);
        assertThat(channel.take(LIMIT)).isEqualTo(0);
        assertThat(channel.take(LIMIT)).isEqualTo(1);
        assertThat(requested.get()).isLessThanOrEqualTo(2 + 3 + 2); // taken, under way, in the channel
        channel.close();
        channel.each(element -> {}).await(LIMIT); // what waited is still received, and the next one is refused
        assertThatThrownBy(() -> end.await(LIMIT)).isInstanceOf(ChannelClosedException.class);
        assertThat(requested).hasValue(-1);
    }

    @Test
    void shouldPassOnHowAPublisherEnds() {
        Channel<Integer> channel = Channels.buffered(MANY);
        assertThat(Flows.into(range(10), channel, 4).await(LIMIT)).isNull();
        assertThat(channel.isClosed()).isTrue();
        assertThat(channel.each(element -> {}).await(LIMIT)).isNull();
        Channel<Integer> bad = Channels.buffered(1);
        Channel<Integer> failed = Channels.buffered(1);
        failed.fail(new IllegalStateException("no numbers today"));
        Promise<Void> end = Flows.into(Flows.publisher(failed), bad, 4);
        assertThatThrownBy(() -> end.await(LIMIT)).hasStackTraceContaining("no numbers today");
        assertThatThrownBy(() -> bad.take(LIMIT))
                .isInstanceOf(ChannelClosedException.class)
                .hasRootCauseMessage("no numbers today");
    }

    @Test
    void shouldEndWithAPublisherThatThrowsWhenItIsAsked() throws InterruptedException {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        Flow.Publisher<Integer> breaking = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            private boolean asked;

            @Override
            public void request(long n) {
                if (asked) {
                    throw new IllegalStateException("no more");
                }
                asked = true;
                subscriber.onNext(1);
            }

            @Override
            public void cancel() {
                told.add("cancelled");
            }
        });
        Channel<Integer> numbers = Channels.unlimited();
        Promise<Void> end = Flows.into(breaking, numbers, 1);

        assertThatThrownBy(() -> end.await(LIMIT)).hasMessage("no more");
        assertThat(told.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("cancelled");
    }

    @Test
    void shouldEndWhateverReadsFromAPublisherThatThrowsWhenItIsAsked() {
        Flow.Publisher<Integer> breaking = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                throw new IllegalStateException("no more");
            }

            @Override
            public void cancel() {}
        });
        Channel<Integer> numbers = Channels.unlimited();
        Promise<Void> read = numbers.each(number -> {});
        Promise<Void> unused = Flows.into(breaking, numbers, 1).recover(failure -> null);

        assertThatThrownBy(() -> read.await(LIMIT)).hasMessage("no more");
        assertThatThrownBy(() -> Flows.each(breaking, number -> {}).await(LIMIT))
                .hasMessage("no more");
        try (ActorSystem system = ActorSystem.start("flows");
                Line<Integer> line =
                        Lines.<Integer>values(4).stage("print", number -> {}).start(system)) {
            assertThatThrownBy(() -> line.publishFrom(breaking).await(LIMIT)).hasMessage("no more");
        }
    }

    @Test
    void shouldTellItsEndThoughThePublisherThrowsWhenItIsCancelled() {
        Flow.Publisher<Integer> breaking = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {
                throw new IllegalStateException("not now");
            }
        });
        Promise<Void> end = Flows.into(breaking, Channels.<Integer>unlimited(), 1);
        Promise<Void> told = end.recover(failure -> null);

        assertThat(end.cancel()).isTrue();
        assertThat(told.await(LIMIT)).isNull();
    }

    @Test
    void shouldKeepNothingForAPublisherThatRefusesItsSubscriber() {
        Flow.Publisher<Integer> refusing = subscriber -> {
            throw new IllegalStateException("closed");
        };
        try (ActorSystem system = ActorSystem.start("flows")) {
            Adder adder = system.spawn(Adder.class, Adder::new);
            WeakReference<Object> handler = adder.refusedBy(refusing).await(LIMIT);
            for (int i = 0; i < 50 && handler.get() != null; i++) {
                System.gc();
            }
            assertThat(handler.get()).isNull();
        }
    }

    @Test
    void shouldCancelASubscriptionWithItsPromise() {
        SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(Runnable::run, 16);
        Promise<Void> end = Flows.into(publisher, Channels.<Integer>unlimited(), 4);
        assertThat(publisher.hasSubscribers()).isTrue();
        end.cancel();
        assertThatThrownBy(() -> end.await(LIMIT)).isInstanceOf(CallCancelledException.class);
        while (publisher.hasSubscribers()) {
            publisher.offer(1, null);
        }
        publisher.close();
    }

    @Test
    @SuppressWarnings("NullAway") // on purpose
    void shouldRefuseNonsense() {
        assertThatThrownBy(() -> Flows.into(range(1), Channels.<Integer>rendezvous(), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ahead=0");
        assertThatThrownBy(() -> Flows.publisher(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> range(1).subscribe(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldCancelTheSubscriptionOfAnActorThatStops() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        Flow.Publisher<Integer> silent = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {
                told.add("cancelled");
            }
        });
        try (ActorSystem system = ActorSystem.start("flows")) {
            Adder adder = system.spawn(Adder.class, Adder::new);
            Promise<Long> sum = adder.addAll(silent);
            adder.leave();
            assertThat(told.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("cancelled");
            assertThatThrownBy(() -> sum.await(LIMIT)).isInstanceOf(RuntimeException.class);
        }
    }
}
