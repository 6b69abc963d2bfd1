// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MulticastTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Channel<Integer> source = Channels.rendezvous();

    /** Requests when it is told to. */
    private static final class Reader implements Flow.Subscriber<Integer> {
        final BlockingQueue<Integer> got = new LinkedBlockingQueue<>();
        final CompletablePromise<Flow.Subscription> begun = new CompletablePromise<>();
        final CompletablePromise<Void> end = new CompletablePromise<>();

        static Reader of(Flow.Publisher<Integer> publisher) {
            Reader reader = new Reader();
            publisher.subscribe(reader);
            reader.begun.await(LIMIT);
            return reader;
        }

        Reader request(long n) {
            begun.await(LIMIT).request(n);
            return this;
        }

        int next() throws InterruptedException {
            Integer next = got.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            return next;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            begun.complete(given);
        }

        @Override
        public void onNext(Integer element) {
            got.add(element);
        }

        @Override
        public void onError(Throwable cause) {
            end.fail(cause);
        }

        @Override
        public void onComplete() {
            end.complete(null);
        }
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private void put(int from, int to) {
        for (int i = from; i < to; i++) {
            source.put(i, LIMIT);
        }
    }

    @Test
    void shouldGiveEveryElementToEverySubscriber() {
        Multicast<Integer> all = Flows.broadcast(source, 4, Lag.HOLD);
        List<Reader> readers = List.of(Reader.of(all), Reader.of(all), Reader.of(all));
        readers.forEach(reader -> reader.request(Long.MAX_VALUE));
        put(0, 500);
        source.close();
        for (Reader reader : readers) {
            reader.end.await(LIMIT);
            assertThat(new ArrayList<>(reader.got)).isEqualTo(upTo(500));
        }
        assertThat(all.dropped()).isZero();
        assertThat(all.subscribers()).isZero();
    }

    @Test
    void shouldReceiveNothingBeforeSomebodyRequests() throws InterruptedException {
        Multicast<Integer> all = Flows.broadcast(source, 4, Lag.HOLD);
        Reader one = Reader.of(all);
        assertThat(source.trySend(0)).isFalse();
        one.request(1);
        put(0, 1);
        assertThat(one.next()).isZero();
    }

    @Test
    void shouldLetTheSlowestSubscriberDecide() throws InterruptedException {
        Multicast<Integer> all = Flows.broadcast(source, 2, Lag.HOLD);
        Reader quick = Reader.of(all).request(Long.MAX_VALUE);
        Reader slow = Reader.of(all);
        Promise<Void> last = null;
        for (int i = 0; i < 10; i++) {
            last = source.send(i);
        }
        assertThat(quick.next()).isZero();
        assertThat(quick.next()).isOne();
        assertThat(quick.next()).isEqualTo(2); // the slow one has room for two, and the third waits for it
        assertThat(last.isSettled()).isFalse();
        slow.begun.await(LIMIT).cancel();
        for (int i = 3; i < 10; i++) {
            assertThat(quick.next()).isEqualTo(i);
        }
        last.await(LIMIT);
    }

    /** Throws in the method of that name. */
    private static final class Thrower implements Flow.Subscriber<Integer> {
        private final String method;

        Thrower(String method) {
            this.method = method;
        }

        private void call(String called) {
            if (called.equals(method)) {
                throw new IllegalStateException("by " + method);
            }
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            call("onSubscribe");
            given.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Integer element) {
            call("onNext");
        }

        @Override
        public void onError(Throwable cause) {}

        @Override
        public void onComplete() {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"onSubscribe", "onNext"})
    void shouldGoOnWithoutASubscriberThatThrows(String method) {
        Multicast<Integer> all = Flows.broadcast(source, 2, Lag.HOLD);
        all.subscribe(new Thrower(method));
        Reader reader = Reader.of(all).request(Long.MAX_VALUE);
        put(0, 10);
        source.close();
        reader.end.await(LIMIT);
        assertThat(reader.got).containsExactlyElementsOf(upTo(10));
        assertThat(all.subscribers()).isZero();
    }

    @Test
    void shouldDropTheOldestOrTheNewestOfASlowSubscriberAlone() throws InterruptedException {
        for (Lag lag : List.of(Lag.DROP_OLDEST, Lag.DROP_NEWEST)) {
            Channel<Integer> numbers = Channels.rendezvous();
            Multicast<Integer> all = Flows.broadcast(numbers, 2, lag);
            Reader slow = Reader.of(all);
            Reader quick = Reader.of(all);
            for (int i = 0; i < 10; i++) {
                quick.request(1);
                numbers.put(i, LIMIT);
                assertThat(quick.next()).isEqualTo(i);
            }
            numbers.close();
            quick.end.await(LIMIT);
            slow.request(Long.MAX_VALUE).end.await(LIMIT);
            assertThat(new ArrayList<>(slow.got)).isEqualTo(lag == Lag.DROP_OLDEST ? List.of(8, 9) : List.of(0, 1));
            assertThat(all.dropped()).isEqualTo(8);
        }
    }

    @Test
    void shouldFailASubscriberThatIsTooSlowBehindItsBuffer() throws InterruptedException {
        Multicast<Integer> all = Flows.broadcast(source, 2, Lag.FAIL);
        Reader slow = Reader.of(all);
        Reader quick = Reader.of(all);
        for (int i = 0; i < 5; i++) {
            quick.request(1);
            source.put(i, LIMIT);
            assertThat(quick.next()).isEqualTo(i);
        }
        slow.request(Long.MAX_VALUE);
        assertThatThrownBy(() -> slow.end.await(LIMIT)).isInstanceOf(BackpressureException.class);
        assertThat(new ArrayList<>(slow.got)).isEqualTo(List.of(0, 1));
        source.close();
        quick.end.await(LIMIT);
    }

    @Test
    void shouldKeepAnElementForTheNextSubscriberWhenTheLastHasGone() throws InterruptedException {
        Multicast<Integer> all = Flows.broadcast(source, 2, Lag.HOLD);
        Reader first = Reader.of(all).request(1);
        put(0, 1);
        assertThat(first.next()).isZero();
        first.begun.await(LIMIT).cancel();
        while (all.subscribers() > 0) {
            Thread.onSpinWait();
        }
        put(1, 2);
        Promise<Void> second = source.send(2);
        source.close();
        assertThat(second.isSettled()).isFalse();
        Reader next = Reader.of(all).request(Long.MAX_VALUE);
        next.end.await(LIMIT);
        assertThat(new ArrayList<>(next.got)).isEqualTo(List.of(1, 2));
    }

    @Test
    void shouldPassOnTheFailureOfItsSourceAlsoToLaterSubscribers() {
        Multicast<Integer> all = Flows.broadcast(source, 2, Lag.HOLD);
        Reader first = Reader.of(all).request(1);
        source.fail(new IllegalStateException("dry"));
        assertThatThrownBy(() -> first.end.await(LIMIT)).hasMessageContaining("dry");
        Reader later = Reader.of(all);
        assertThatThrownBy(() -> later.end.await(LIMIT)).hasMessageContaining("dry");
    }

    public static class Station extends Actor<Station> {
        public Promise<Multicast<Integer>> open(Channel<Integer> source) {
            return Promise.of(Flows.broadcast(source, 2, Lag.HOLD));
        }

        public Promise<Void> listen(Multicast<Integer> all) {
            return Flows.each(all, element -> {}).map(end -> null);
        }

        public void leave() {
            context().stop();
        }
    }

    @Test
    void shouldEndWithTheActorThatHasMadeIt() {
        try (ActorSystem system = ActorSystem.start("broadcast")) {
            Station station = system.spawn(Station.class, Station::new);
            Reader reader = Reader.of(station.open(source).await(LIMIT)).request(3);
            source.put(0, LIMIT);
            station.leave();
            assertThatThrownBy(() -> reader.end.await(LIMIT)).isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void shouldTellOfTheEndOfItsActorWithoutARequest() {
        try (ActorSystem system = ActorSystem.start("broadcast")) {
            Station station = system.spawn(Station.class, Station::new);
            Reader reader = Reader.of(station.open(source).await(LIMIT));
            station.leave();
            assertThatThrownBy(() -> reader.end.await(LIMIT)).isInstanceOf(ActorStoppedException.class);
        }
    }

    @Test
    void shouldNotWaitForASubscriberWhoseActorHasStopped() throws InterruptedException {
        try (ActorSystem system = ActorSystem.start("broadcast")) {
            Multicast<Integer> all = Flows.broadcast(source, 1, Lag.HOLD);
            Reader quick = Reader.of(all).request(Long.MAX_VALUE);
            Station station = system.spawn(Station.class, Station::new);
            Promise<Void> listening = station.listen(all);
            put(0, 1);
            assertThat(quick.next()).isZero();
            station.leave();
            assertThatThrownBy(() -> listening.await(LIMIT)).isInstanceOf(RuntimeException.class);
            put(1, 100);
            for (int i = 1; i < 100; i++) {
                assertThat(quick.next()).isEqualTo(i);
            }
        }
    }
}
