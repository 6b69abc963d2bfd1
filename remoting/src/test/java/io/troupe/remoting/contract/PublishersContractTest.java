// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.ChannelStats;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Publishers as arguments and results. */
class PublishersContractTest extends RemotingContract {
    private static final int MANY = 2000;

    public record Row(int number, String text) {}

    public record Answer(String title, Flow.Publisher<Row> rows) {}

    public static class Table extends Actor<Table> {
        private final Counted rows;
        private final Channel<Row> shared;
        private long sum;

        public Table(Counted rows, Channel<Row> shared) {
            this.rows = rows;
            this.shared = shared;
        }

        public Promise<Flow.Publisher<Row>> query() {
            return Promise.of(rows);
        }

        public Promise<Answer> titled() {
            return Promise.of(new Answer("rows", rows));
        }

        public Promise<Flow.Publisher<Row>> share() {
            return Promise.of(Flows.publisher(shared));
        }

        public Promise<Long> sum(Flow.Publisher<Integer> numbers) {
            return Flows.each(numbers, number -> sum += number).map(end -> sum);
        }
    }

    /** Publishes as many rows as it is asked for, and counts. Subscriptions do not compete. */
    static final class Counted implements Flow.Publisher<Row> {
        private final int count;
        private final @Nullable Throwable failure;
        final AtomicLong requested = new AtomicLong();
        final AtomicLong published = new AtomicLong();
        final AtomicLong cancelled = new AtomicLong();

        Counted(int count, @Nullable Throwable failure) {
            this.count = count;
            this.failure = failure;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super Row> subscriber) {
            subscriber.onSubscribe(new Flow.Subscription() {
                private int next;
                private boolean over;

                @Override
                public synchronized void request(long n) {
                    requested.addAndGet(n);
                    for (long i = 0; i < n && !over; i++) {
                        published.incrementAndGet();
                        subscriber.onNext(row(next++));
                        if (next == count && !over) {
                            over = true;
                            end(subscriber);
                        }
                    }
                }

                @Override
                public synchronized void cancel() {
                    over = true;
                    cancelled.incrementAndGet();
                }
            });
        }

        private void end(Flow.Subscriber<?> subscriber) {
            if (failure == null) {
                subscriber.onComplete();
            } else {
                subscriber.onError(failure);
            }
        }
    }

    /** Requests when it is told to. */
    static class Reader<T> implements Flow.Subscriber<T> {
        final List<T> got = new CopyOnWriteArrayList<>();
        final CompletablePromise<Flow.Subscription> begun = new CompletablePromise<>();
        final CompletablePromise<Void> end = new CompletablePromise<>();

        static <T> Reader<T> of(Flow.Publisher<T> publisher) {
            Reader<T> reader = new Reader<>();
            publisher.subscribe(reader);
            return reader;
        }

        Flow.Subscription subscription() {
            return await(begun);
        }

        void has(int count) {
            Await.until("it has " + got.size() + " of " + count, LIMIT, () -> got.size() == count);
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            begun.complete(given);
        }

        @Override
        public void onNext(T element) {
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

    private static Row row(int number) {
        return new Row(number, "row " + number);
    }

    private static List<Row> rows(int n) {
        return IntStream.range(0, n).mapToObj(PublishersContractTest::row).toList();
    }

    private static Table table(Pair on, Counted rows) {
        return table(on, rows, Channels.unlimited());
    }

    private static Table table(Pair on, Counted rows, Channel<Row> shared) {
        return on.remote(Table.class, on.there.system.spawn(Table.class, () -> new Table(rows, shared)));
    }

    private static Counted counted(int count) {
        return new Counted(count, null);
    }

    @Test
    void shouldPublishAllOfAResultInOrder() {
        Table table = table(pair, counted(MANY));
        Reader<Row> reader = Reader.of(await(table.query()));
        reader.subscription().request(Long.MAX_VALUE);
        await(reader.end);
        assertThat(reader.got).isEqualTo(rows(MANY));
    }

    @Test
    void shouldGiveEachSubscriberASubscriptionOfItsOwn() {
        Flow.Publisher<Row> published = await(table(pair, counted(10)).titled()).rows();
        for (int i = 0; i < 3; i++) {
            Reader<Row> reader = Reader.of(published);
            reader.subscription().request(Long.MAX_VALUE);
            await(reader.end);
            assertThat(reader.got).isEqualTo(rows(10));
        }
    }

    @Test
    void shouldPublishAnArgument() {
        Channel<Integer> numbers = Channels.buffered(8);
        Promise<Long> sum = table(pair, counted(0)).sum(Flows.publisher(numbers));
        for (int i = 0; i < MANY; i++) {
            numbers.put(i, LIMIT);
        }
        numbers.close();
        assertThat(await(sum)).isEqualTo(MANY * (MANY - 1L) / 2);
    }

    @Test
    void shouldRequestNoMoreThanTheSubscriberHas() {
        Counted published = counted(MANY);
        Table table = table(pair, published);
        Reader<Row> reader = Reader.of(await(table.query()));
        reader.subscription().request(3);
        reader.has(3);
        reader.subscription().request(2);
        reader.has(5);
        await(table.share()); // a round trip
        assertThat(published.requested.get()).isEqualTo(5);
        reader.subscription().cancel();
        Await.until("the publisher knows", LIMIT, () -> published.cancelled.get() == 1);
        assertThat(reader.got).isEqualTo(rows(5));
    }

    @Test
    void shouldPassOnAFailureBehindTheElements() {
        Counted published = new Counted(3, new IllegalStateException("disk is gone"));
        Reader<Row> reader = Reader.of(await(table(pair, published).query()));
        reader.subscription().request(10);
        assertThatThrownBy(() -> await(reader.end))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("disk is gone");
        assertThat(reader.got).isEqualTo(rows(3));
    }

    @Test
    void shouldFailASubscriberThatRequestsNothing() {
        Counted published = counted(MANY);
        Reader<Row> reader = Reader.of(await(table(pair, published).query()));
        reader.subscription().request(0);
        assertThatThrownBy(() -> await(reader.end)).hasMessageContaining("3.9");
        Await.until("the publisher knows", LIMIT, () -> published.cancelled.get() == 1);
    }

    @Test
    void shouldNotLetAnUnboundedRequestFillTheMemory() {
        Counted published = counted(Integer.MAX_VALUE);
        CompletablePromise<Void> go = new CompletablePromise<>();
        Table table = table(pair, published);
        Reader<Row> slow = new Reader<>() {
            @Override
            public void onNext(Row element) {
                super.onNext(element);
                await(go);
            }
        };
        await(table.query()).subscribe(slow);
        slow.subscription().request(Long.MAX_VALUE);
        slow.has(1);
        await(table.share()); // a round trip
        assertThat(published.published.get()).isLessThan(5_000);
        slow.subscription().cancel();
        go.complete(null);
        Await.until("the publisher knows", LIMIT, () -> published.cancelled.get() == 1);
    }

    @Test
    void shouldReturnToItsChannelWhatACancelledSubscriberHasNotGot() {
        Channel<Row> shared = Channels.unlimited();
        Table table = table(pair, counted(0), shared);
        Reader<Row> first = Reader.of(await(table.share()));
        first.subscription().request(2);
        rows(10).forEach(shared::send);
        first.has(2);
        first.subscription().cancel();
        shared.close();

        Reader<Row> second = Reader.of(await(table.share()));
        second.subscription().request(Long.MAX_VALUE);
        await(second.end);
        List<Row> all = new ArrayList<>(first.got);
        all.addAll(second.got);
        assertThat(all).isEqualTo(rows(10));
        Await.until("all are counted", LIMIT, () -> shared.stats().received() == 10);
        assertThat(shared.stats().inside()).isZero();
    }

    @Test
    void shouldCountWhatWasPublishedForASubscriberThatCancels() {
        try (Pair own = Pair.open(encoding, way)) {
            Counted published = counted(MANY);
            Flow.Publisher<Row> rows = await(table(own, published).query());
            Reader<Row> reader = new Reader<>() {
                @Override
                public void onNext(Row element) {
                    super.onNext(element);
                    if (got.size() == 10) {
                        subscription().cancel();
                    }
                }
            };
            rows.subscribe(reader);
            reader.subscription().request(Long.MAX_VALUE);
            Await.until("the publisher knows", LIMIT, () -> published.cancelled.get() == 1);
            assertThat(reader.got).isEqualTo(rows(10));
            Await.until(
                    "all are counted: published=" + published.published.get(),
                    LIMIT,
                    () -> own.there.system.deadLetters(DeadLetter.Reason.STOPPED) == published.published.get() - 10);
        }
    }

    @Test
    void shouldFailSubscribersAndCountWhatIsLostWithTheLink() {
        try (Pair own = Pair.open(encoding, way)) {
            Counted published = counted(Integer.MAX_VALUE);
            Channel<Row> shared = Channels.unlimited();
            Table table = table(own, published, shared);
            Reader<Row> reader = Reader.of(await(table.query()));
            Reader<Row> sharing = Reader.of(await(table.share()));
            reader.subscription().request(5);
            reader.has(5);
            sharing.subscription().request(1);
            rows(3).forEach(shared::send);
            sharing.has(1);
            own.back.close();
            assertThatThrownBy(() -> await(reader.end)).isInstanceOf(LinkLostException.class);
            assertThatThrownBy(() -> await(sharing.end)).isInstanceOf(LinkLostException.class);
            Await.until("the publisher knows", LIMIT, () -> published.cancelled.get() == 1);
            assertThat(shared.isClosed()).isFalse(); // others may subscribe
            Await.until(
                    "it is at rest: " + shared.stats(),
                    LIMIT,
                    () -> shared.stats().inside() == 2);
            ChannelStats stats = shared.stats();
            assertThat(stats.received() + stats.undelivered()).isOne();
        }
    }

    @Test
    void shouldEndWithTheActorThatHasSubscribed() {
        Channel<Row> shared = Channels.unlimited();
        Flow.Publisher<Row> rows = await(table(pair, counted(0), shared).share());
        AtomicLong seen = new AtomicLong();
        Watcher watcher = pair.here.system.spawn(Watcher.class, () -> new Watcher(seen));
        watcher.watch(rows);
        shared.send(row(0));
        Await.until("it was seen", LIMIT, () -> seen.get() == 1);
        watcher.stop();
        Await.until(
                "nobody waits: " + shared.stats(), LIMIT, () -> shared.stats().waitingReceivers() == 0);
        shared.send(row(1));
        assertThat(shared.take(LIMIT)).isEqualTo(row(1));
    }

    public static class Watcher extends Actor<Watcher> {
        private final AtomicLong seen;

        public Watcher(AtomicLong seen) {
            this.seen = seen;
        }

        public void watch(Flow.Publisher<Row> rows) {
            Flows.each(rows, row -> seen.incrementAndGet());
        }

        public void stop() {
            context().stop();
        }
    }

    @Test
    void shouldForgetPublishersThatNobodyUses() {
        try (Pair own = Pair.open(encoding, way)) {
            Table table = table(own, counted(3));
            for (int i = 0; i < 20; i++) {
                Reader<Row> reader = Reader.of(await(table.query()));
                reader.subscription().request(i % 4);
                reader.subscription().cancel();
            }
            for (Link side : List.of(own.link, own.back)) {
                Await.until("nothing is left open: " + side.stats(), Duration.ofSeconds(40), () -> {
                    System.gc();
                    return side.stats().streams() == 0;
                });
            }
        }
    }
}
