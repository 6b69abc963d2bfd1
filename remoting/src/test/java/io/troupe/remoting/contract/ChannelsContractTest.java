// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Select;
import io.troupe.core.channel.Sender;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ends of channels as arguments and results. */
class ChannelsContractTest extends RemotingContract {
    private static final int MANY = 2000;

    public record Order(int number, String what) {}

    public record Request(Receiver<Integer> numbers, Sender<Order> orders) {}

    public record Unknown(int number) {}

    public static class Desk extends Actor<Desk> {
        private final List<Promise<?>> running = new ArrayList<>();

        /** Doubles what it receives, until the end, which travels on. */
        public void twice(Receiver<Integer> from, Sender<Integer> to) {
            from.each(1, number -> to.send(2 * number)).onComplete((end, failure) -> {
                if (failure == null) {
                    to.close();
                } else {
                    to.fail(failure);
                }
            });
        }

        public void serve(Request request) {
            request.numbers()
                    .each(1, number -> request.orders().send(new Order(number, "cake")))
                    .then(end -> request.orders().close());
        }

        public Promise<Receiver<Integer>> count(int n) {
            Channel<Integer> numbers = Channels.unlimited();
            for (int i = 0; i < n; i++) {
                numbers.send(i);
            }
            numbers.close();
            return Promise.of(numbers);
        }

        public Promise<Integer> sum(Receiver<Integer> numbers) {
            int[] sum = new int[1];
            return numbers.each(number -> sum[0] += number).map(end -> sum[0]);
        }

        public void consume(Receiver<Integer> numbers) {
            running.add(numbers.each(number -> {}));
        }

        public void stopConsuming() {
            running.forEach(Promise::cancel);
        }

        public Promise<Integer> next(Receiver<Integer> numbers) {
            return numbers.receive();
        }

        public Promise<Integer> nextSoon(Receiver<Integer> numbers) {
            return numbers.receive().timeout(Duration.ofMillis(10)).recover(late -> -1);
        }

        public Promise<String> whySendFails(Sender<Integer> numbers) {
            return numbers.send(1)
                    .flatMap(sent -> numbers.send(2))
                    .map(sent -> "sent")
                    .recover(e -> e.getClass().getSimpleName() + ": " + e.getMessage());
        }

        public Promise<Boolean> isClosed(Sender<Integer> numbers) {
            return Promise.of(numbers.isClosed());
        }
    }

    private static Desk desk() {
        return pair.remote(Desk.class, pair.there.system.spawn(Desk.class, Desk::new));
    }

    private static List<Integer> numbers(int n) {
        return IntStream.range(0, n).boxed().toList();
    }

    private static void fill(Channel<Integer> numbers, int n) {
        numbers(n).forEach(numbers::send);
    }

    private static List<Integer> all(Receiver<Integer> receiver) {
        List<Integer> got = new CopyOnWriteArrayList<>();
        await(receiver.each(got::add));
        return got;
    }

    @Test
    void shouldCarryElementsThereAndBackInOrder() {
        Channel<Integer> out = Channels.unlimited();
        Channel<Integer> back = Channels.rendezvous();
        desk().twice(out, back);
        fill(out, MANY);
        out.close();
        assertThat(all(back))
                .isEqualTo(numbers(MANY).stream().map(number -> 2 * number).toList());
        assertThat(out.stats().received()).isEqualTo(MANY);
        assertThat(back.stats().received()).isEqualTo(MANY);
    }

    @Test
    void shouldReceiveAllOfAResultBeforeItsEnd() {
        Receiver<Integer> numbers = await(desk().count(MANY));
        assertThat(all(numbers)).isEqualTo(numbers(MANY));
        assertThatThrownBy(() -> numbers.take(LIMIT)).isInstanceOf(ChannelClosedException.class);
    }

    @Test
    void shouldCarryEndsInsideOfRecords() {
        Channel<Integer> numbers = Channels.buffered(4);
        Channel<Order> orders = Channels.buffered(2);
        desk().serve(new Request(numbers, orders));
        numbers.put(7);
        assertThat(orders.take(LIMIT)).isEqualTo(new Order(7, "cake"));
        numbers.close();
        assertThatThrownBy(() -> orders.take(LIMIT)).isInstanceOf(ChannelClosedException.class);
    }

    @Test
    void shouldUseBothEndsOfAChannelThatWasAResult() {
        Channel<String> local = Channels.rendezvous();
        Channel<String> far = await(pair.remote(Echo.class, pair.there.system.spawn(Echo.class, () -> new Echo(local)))
                .channel());
        Promise<String> question = local.receive();
        await(far.send("who"));
        assertThat(await(question)).isEqualTo("who");
        local.send("me");
        assertThat(far.take(LIMIT)).isEqualTo("me");
        Promise<String> answer = local.receive();
        far.put("again", LIMIT);
        assertThat(await(answer)).isEqualTo("again");
        assertThat(far.tryReceive()).isNull();
        far.close();
        Await.until("the close has travelled", LIMIT, local::isClosed);
        assertThatThrownBy(() -> far.take(LIMIT)).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> await(far.send("late"))).isInstanceOf(ChannelClosedException.class);
    }

    public static class Echo extends Actor<Echo> {
        private final Channel<String> channel;

        public Echo(Channel<String> channel) {
            this.channel = channel;
        }

        public Promise<Channel<String>> channel() {
            return Promise.of(channel);
        }
    }

    @Test
    void shouldPassOnTheFailureThatEndsAChannelBehindItsElements() {
        Channel<Integer> out = Channels.unlimited();
        Channel<Integer> back = Channels.unlimited();
        desk().twice(out, back);
        out.send(1);
        out.fail(new IOException("source is dry"));
        assertThat(back.take(LIMIT)).isEqualTo(2);
        assertThatThrownBy(() -> back.take(LIMIT))
                .isInstanceOf(ChannelClosedException.class)
                .cause()
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("source is dry");
    }

    @Test
    void shouldLetASenderWaitUntilSomebodyReceivesAtTheOtherSide() {
        Desk desk = desk();
        Channel<Integer> others = Channels.rendezvous();
        Promise<Void> waiting = others.send(3);
        await(desk.isClosed(others));
        assertThat(waiting.isSettled()).isFalse();
        assertThat(await(desk.next(others))).isEqualTo(3);
        await(waiting);
    }

    @Test
    void shouldCarryWhatAViewOfAChannelShows() {
        Channel<Integer> numbers = Channels.rendezvous();
        Promise<Integer> sum =
                desk().sum(numbers.filter(number -> number % 2 == 1).map(number -> 10 * number));
        for (int i = 0; i < 10; i++) {
            numbers.put(i, LIMIT);
        }
        numbers.close();
        assertThat(await(sum)).isEqualTo(250);
    }

    @Test
    void shouldTakeNoMoreThanWhatIsReceivedThere() {
        Desk desk = desk();
        Channel<Integer> numbers = Channels.unlimited();
        fill(numbers, 10);
        assertThat(await(desk.next(numbers))).isZero();
        assertThat(await(desk.next(numbers))).isEqualTo(1);
        await(desk.isClosed(numbers));
        assertThat(numbers.stats().inside()).isEqualTo(8);
        numbers.close();
    }

    @Test
    void shouldGiveElementsBackWhenTheOtherSideReceivesNoMore() {
        Desk desk = desk();
        Channel<Integer> numbers = Channels.unlimited();
        desk.consume(numbers);
        numbers.send(0);
        Await.until("it consumes", LIMIT, () -> numbers.stats().received() == 1);
        desk.stopConsuming();
        await(desk.isClosed(Channels.rendezvous()));
        Await.until("the demand has ended", LIMIT, () -> numbers.stats().waitingReceivers() == 0);
        fill(numbers, MANY);
        numbers.close();
        assertThat(all(numbers)).isEqualTo(numbers(MANY));
    }

    @Test
    void shouldTakeNoElementWithAReceiveThatWasGivenUp() {
        Desk desk = desk();
        Channel<Integer> numbers = Channels.rendezvous();
        assertThat(await(desk.nextSoon(numbers))).isEqualTo(-1);
        Await.until("it waits no more", LIMIT, () -> numbers.stats().waitingReceivers() == 0);
        Promise<Void> sent = numbers.send(5);
        await(desk.isClosed(numbers));
        assertThat(sent.isSettled()).isFalse();
        assertThat(numbers.take(LIMIT)).isEqualTo(5);
    }

    @Test
    void shouldTakeNoElementForACallThatWasGivenUp() {
        Desk desk = desk();
        Channel<Integer> numbers = Channels.rendezvous();
        Promise<Integer> next = desk.next(numbers);
        Await.until("it waits", LIMIT, () -> numbers.stats().waitingReceivers() == 1);
        assertThat(next.cancel()).isTrue();
        Await.until("it waits no more", LIMIT, () -> numbers.stats().waitingReceivers() == 0);
        Promise<Void> sent = numbers.send(5);
        await(desk.isClosed(numbers));
        assertThat(sent.isSettled()).isFalse();
        assertThat(numbers.take(LIMIT)).isEqualTo(5);
    }

    @Test
    void shouldTellSendersThereThatTheChannelHasBeenClosedHere() {
        Desk desk = desk();
        Channel<Integer> numbers = Channels.rendezvous();
        Promise<String> why = desk.whySendFails(numbers);
        assertThat(numbers.take(LIMIT)).isEqualTo(1);
        numbers.close();
        assertThat(await(why)).startsWith("ChannelClosedException");
    }

    @Test
    void shouldSelectAmongChannelsHereAndThere() {
        Channel<Integer> out = Channels.rendezvous();
        Channel<Integer> back = Channels.rendezvous();
        desk().twice(out, back);
        assertThat(await(Select.fair()
                        .send(out, 4, () -> "sent")
                        .receive(back, number -> "got " + number)
                        .once()))
                .isEqualTo("sent");
        assertThat(await(Select.fair().receive(back, number -> "got " + number).once()))
                .isEqualTo("got 8");
        out.close();
    }

    @Test
    void shouldNeitherCarryNorLoseAnElementOfATypeThatIsNotAllowed() {
        List<Object> undelivered = new CopyOnWriteArrayList<>();
        Channel<Object> there = Channels.unlimited();
        there.undelivered(undelivered::add);
        Stock stock = pair.remote(Stock.class, pair.there.system.spawn(Stock.class, () -> new Stock(there)));
        Receiver<Object> things = await(stock.things());
        there.send(new Unknown(1));
        there.send("known");
        assertThat(things.take(LIMIT)).isEqualTo("known");
        Await.until("the other one is undelivered", LIMIT, () -> undelivered.size() == 1);
        assertThat(undelivered).containsExactly(new Unknown(1));
        Await.until("one was received", LIMIT, () -> there.stats().received() == 1);
        assertThat(there.stats().undelivered()).isOne();
    }

    public static class Stock extends Actor<Stock> {
        private final Channel<Object> things;

        public Stock(Channel<Object> things) {
            this.things = things;
        }

        public Promise<Receiver<Object>> things() {
            return Promise.of(things);
        }
    }

    @Test
    void shouldFailBothSidesWhenTheLinkIsLost() {
        try (Pair own = Pair.open(encoding, way)) {
            Desk desk = own.remote(Desk.class, own.there.system.spawn(Desk.class, Desk::new));
            Channel<Integer> out = Channels.rendezvous();
            Channel<Integer> back = Channels.rendezvous();
            desk.twice(out, back);
            await(out.send(1));
            assertThat(back.take(LIMIT)).isEqualTo(2);
            List<Promise<Void>> sends = numbers(MANY).stream().map(out::send).toList();
            own.back.close();
            assertThatThrownBy(() -> await(sends.get(MANY - 1)))
                    .isInstanceOf(ChannelClosedException.class)
                    .hasCauseInstanceOf(LinkLostException.class);
            assertThatThrownBy(() -> {
                        while (true) {
                            back.take(LIMIT); // what had come may still be received
                        }
                    })
                    .isInstanceOf(ChannelClosedException.class)
                    .hasCauseInstanceOf(LinkLostException.class);
            assertThat(out.stats().sent())
                    .isEqualTo(out.stats().received()
                            + out.stats().returned()
                            + out.stats().undelivered()
                            + out.stats().inside());
        }
    }

    @Test
    void shouldForgetChannelsThatHaveEnded() {
        try (Pair own = Pair.open(encoding, way)) {
            Desk desk = own.remote(Desk.class, own.there.system.spawn(Desk.class, Desk::new));
            for (int i = 0; i < 20; i++) {
                Channel<Integer> out = Channels.unlimited();
                Channel<Integer> back = Channels.rendezvous();
                desk.twice(out, back);
                out.send(i);
                out.close();
                assertThat(all(back)).isEqualTo(Collections.singletonList(2 * i));
            }
            for (Link side : List.of(own.link, own.back)) {
                Await.until(
                        "nothing is left open: " + side.stats(),
                        LIMIT,
                        () -> side.stats().streams() == 0);
            }
        }
    }

    @Test
    void shouldBoundTheBytesThatAreHeldForASlowReceiver() {
        Channel<byte[]> far = Channels.unlimited();
        Channel<byte[]> here = Channels.rendezvous();
        Bulk bulk = pair.remote(Bulk.class, pair.there.system.spawn(Bulk.class, () -> new Bulk(far)));
        Receiver<byte[]> chunks = await(bulk.chunks());
        for (int i = 0; i < 64; i++) {
            far.send(new byte[100_000]);
        }
        List<Integer> got = new CopyOnWriteArrayList<>();
        chunks.each(1, chunk -> {
            got.add(chunk.length);
            return here.send(chunk);
        });
        Await.until("the first has come", LIMIT, () -> got.size() == 1);
        await(bulk.chunks()); // a round trip
        assertThat(pair.link.stats().heldBytes()).isLessThan(1 << 20);
        assertThat(far.stats().inside()).isGreaterThan(32);
        for (int i = 0; i < 64; i++) {
            here.take(LIMIT);
        }
        assertThat(got).hasSize(64);
        far.close();
    }

    public static class Bulk extends Actor<Bulk> {
        private final Channel<byte[]> chunks;

        public Bulk(Channel<byte[]> chunks) {
            this.chunks = chunks;
        }

        public Promise<Receiver<byte[]>> chunks() {
            return Promise.of(chunks);
        }
    }
}
