// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.error.CallCancelledException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Promises and callbacks as arguments and results. */
class CallbacksContractTest extends RemotingContract {
    private static final int MANY = 2000;

    public record Offer(String text, Promise<String> answer, Callback<Integer> prices) {}

    public static class Source extends Actor<Source> {
        private final List<Callback<Integer>> kept = new ArrayList<>();
        private @Nullable CompletablePromise<String> open;

        public void count(int n, Callback<Integer> numbers) {
            for (int i = 0; i < n; i++) {
                numbers.item(i);
            }
            numbers.end();
        }

        public void countAndFail(int n, Callback<Integer> numbers) {
            for (int i = 0; i < n; i++) {
                numbers.item(i);
            }
            numbers.fail(new IOException("source is dry"));
        }

        public void keep(Callback<Integer> numbers) {
            kept.add(numbers);
        }

        public void send(int n) {
            kept.forEach(callback -> callback.item(n));
        }

        /** Cancels the promise of the end. */
        public void giveUp() {
            kept.get(0).ended().cancel();
        }

        /** Gives the promise of the end a deadline. */
        public void giveUpSoon() {
            kept.get(0).ended().timeout(Duration.ofMillis(1));
        }

        public Promise<Integer> open() {
            return Promise.of(
                    (int) kept.stream().filter(callback -> !callback.isEnded()).count());
        }

        public Promise<String> whyEnded() {
            return kept.get(0).ended().map(nothing -> "in order").recover(Throwable::getMessage);
        }

        public Promise<String> greet(Promise<String> name) {
            return name.map(text -> "hello " + text);
        }

        public Promise<String> greetOrSayWhyNot(Promise<String> name) {
            return name.recover(e -> e.getClass().getSimpleName() + ": " + e.getMessage());
        }

        public Promise<List<Promise<String>>> later() {
            open = new CompletablePromise<>();
            return Promise.of(List.of(open, Promise.of("now"), Promise.failed(new IOException("never"))));
        }

        public void settle(String value) {
            if (open != null) {
                open.complete(value);
            }
        }

        public void pass(Source on, Callback<Integer> numbers, int n) {
            on.count(n, numbers);
        }

        public Promise<String> take(Offer offer) {
            offer.prices().item(7);
            offer.prices().end();
            return offer.answer().map(text -> offer.text() + text);
        }

        public Promise<Callback<Integer>> sink() {
            Callback<Integer> sink = Callback.of(n -> kept.forEach(callback -> callback.item(n + 1)));
            return Promise.of(sink);
        }
    }

    public static class Listener extends Actor<Listener> {
        private final List<Integer> got = new ArrayList<>();

        public Promise<Void> listenTo(Source source) {
            source.keep(Callback.of(got::add));
            return Promise.done();
        }

        public void failAt(Source source, int bad) {
            source.keep(Callback.of(n -> {
                if (n == bad) {
                    throw new IllegalStateException("do not like " + bad);
                }
                got.add(n);
            }));
        }

        public Promise<List<Integer>> got() {
            return Promise.of(List.copyOf(got));
        }
    }

    private static Source source() {
        return pair.remote(Source.class, pair.there.system.spawn(Source.class, Source::new));
    }

    /** Until what came before the end has been dealt with, too. */
    private static void awaitEnd(Callback<?> callback) {
        await(callback.ended().then(nothing -> {}));
    }

    private static List<Integer> numbers(int n) {
        return IntStream.range(0, n).boxed().toList();
    }

    @Test
    void shouldEndWhenTheSenderCancelsThePromiseOfTheEnd() {
        Source source = source();
        Callback<Integer> numbers = Callback.of(n -> {});
        source.keep(numbers);
        source.giveUp();
        Await.until("the callback has ended", LIMIT, numbers::isEnded);
        assertThatThrownBy(() -> awaitEnd(numbers)).isInstanceOf(CallCancelledException.class);
    }

    @Test
    void shouldEndWhenTheDeadlineOfTheSenderPasses() {
        Source source = source();
        Callback<Integer> numbers = Callback.of(n -> {});
        source.keep(numbers);
        source.giveUpSoon();
        Await.until("the callback has ended", LIMIT, numbers::isEnded);
        assertThatThrownBy(() -> awaitEnd(numbers)).isInstanceOf(CallTimeoutException.class);
    }

    @Test
    void shouldBringAllItemsInOrderBeforeTheEnd() {
        List<Integer> got = new CopyOnWriteArrayList<>();
        Callback<Integer> numbers = Callback.of(got::add);
        source().count(MANY, numbers);
        awaitEnd(numbers);
        assertThat(got).isEqualTo(numbers(MANY));
    }

    @Test
    void shouldReportTheFailureThatEndsACallbackBehindItsItems() {
        List<Integer> got = new CopyOnWriteArrayList<>();
        Callback<Integer> numbers = Callback.of(got::add);
        source().countAndFail(3, numbers);
        assertThatThrownBy(() -> awaitEnd(numbers))
                .isInstanceOfSatisfying(
                        RemoteFailedException.class, e -> assertThat(e.type()).isEqualTo(IOException.class.getName()))
                .hasMessageContaining("source is dry");
        assertThat(got).isEqualTo(numbers(3));
    }

    @Test
    void shouldTellTheSenderThatTheReceiverHasEndedACallback() {
        Source source = source();
        List<Integer> got = new CopyOnWriteArrayList<>();
        Callback<Integer> numbers = Callback.of(got::add);
        source.keep(numbers);
        source.send(1);
        Await.until("the first item has come", LIMIT, () -> got.size() == 1);
        numbers.end();
        assertThat(await(source.whyEnded())).isEqualTo("in order");
        source.send(2);
        assertThat(await(source.open())).isZero();
        assertThat(got).containsExactly(1);
    }

    @Test
    void shouldEndACallbackWhoseReceiverFails() {
        Source source = source();
        Listener listener = pair.here.system.spawn(Listener.class, Listener::new);
        listener.failAt(source, 2);
        await(listener.got());
        source.send(1);
        source.send(2);
        assertThat(await(source.whyEnded())).isEqualTo("in order"); // a sender is not told why
        assertThat(await(source.open())).isZero();
    }

    @Test
    void shouldEndACallbackWhoseReceiverHasStopped() {
        Source source = source();
        Listener listener = pair.here.system.spawn(Listener.class, Listener::new);
        await(listener.listenTo(source));
        source.send(1);
        Await.until("it listens", LIMIT, () -> await(listener.got()).equals(List.of(1)));
        await(pair.here.system.stop(listener));
        Await.until("the sender has noticed", LIMIT, () -> {
            source.send(2);
            return await(source.open()) == 0;
        });
    }

    @Test
    void shouldSettlePromisesThatWereArgumentsWheneverTheySettleHere() {
        Source source = source();
        CompletablePromise<String> name = new CompletablePromise<>();
        Promise<String> greeting = source.greet(name);
        await(source.open());
        assertThat(greeting.isSettled()).isFalse();
        name.complete("Ann");
        assertThat(await(greeting)).isEqualTo("hello Ann");
        assertThat(await(source.greet(Promise.of("Bob")))).isEqualTo("hello Bob");
        CompletablePromise<String> failing = new CompletablePromise<>();
        Promise<String> answer = source.greetOrSayWhyNot(failing);
        failing.fail(new IOException("no name"));
        assertThat(await(answer)).startsWith("RemoteFailedException").contains("no name", "java.io.IOException");
    }

    @Test
    void shouldSettlePromisesThatWereResultsWheneverTheySettleThere() {
        Source source = source();
        List<Promise<String>> all = await(source.later());
        assertThat(await(all.get(1))).isEqualTo("now");
        assertThatThrownBy(() -> await(all.get(2)))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("never");
        assertThat(all.get(0).isSettled()).isFalse();
        source.settle("then");
        assertThat(await(all.get(0))).isEqualTo("then");
    }

    @Test
    void shouldFailOpenPromisesAndCallbacksWhenTheLinkIsLost() {
        try (Pair own = Pair.open(encoding, way)) {
            Source local = own.there.system.spawn(Source.class, Source::new);
            Source source = own.remote(Source.class, local);
            Callback<Integer> numbers = Callback.of(n -> {});
            source.keep(numbers);
            Promise<String> open = await(source.later()).get(0);
            CompletablePromise<String> name = new CompletablePromise<>();
            Promise<String> there = local.greetOrSayWhyNot(Promise.of("local"));
            await(there);
            own.back.close();
            assertThatThrownBy(() -> await(open)).isInstanceOf(LinkLostException.class);
            assertThatThrownBy(() -> awaitEnd(numbers)).isInstanceOf(LinkLostException.class);
            assertThat(await(local.whyEnded())).contains("link");
            assertThat(await(local.open())).isZero();
            assertThat(name.isSettled()).isFalse();
        }
    }

    @Test
    void shouldCarryPromisesAndCallbacksInRecords() {
        List<Integer> got = new CopyOnWriteArrayList<>();
        Callback<Integer> prices = Callback.of(got::add);
        CompletablePromise<String> answer = new CompletablePromise<>();
        Promise<String> taken = source().take(new Offer("so ", answer, prices));
        awaitEnd(prices);
        answer.complete("be it");
        assertThat(await(taken)).isEqualTo("so be it");
        assertThat(got).containsExactly(7);
    }

    @Test
    void shouldSendItemsToACallbackThatWasAResult() {
        Source source = source();
        List<Integer> got = new CopyOnWriteArrayList<>();
        source.keep(Callback.of(got::add));
        Callback<Integer> sink = await(source.sink());
        sink.item(1);
        sink.item(2);
        Await.until("both have come back", LIMIT, () -> got.equals(List.of(2, 3)));
        sink.end();
    }

    @Test
    void shouldPassItemsOfAThirdPartyThrough() {
        try (Node third = Node.start("third")) {
            Link onwards = pair.there.connect(third.listen(way, encoding), encoding);
            third.remoting.expose("far", third.system.spawn(Source.class, Source::new));
            Source far = onwards.lookup("far", Source.class);
            pair.there.remoting.expose("near" + way + encoding, pair.there.system.spawn(Source.class, Source::new));
            Source near = pair.link.lookup("near" + way + encoding, Source.class);
            pair.there.remoting.expose("far" + way + encoding, far);
            Source throughThere = pair.link.lookup("far" + way + encoding, Source.class);
            List<Integer> got = new CopyOnWriteArrayList<>();
            Callback<Integer> numbers = Callback.of(got::add);
            near.pass(throughThere, numbers, MANY);
            awaitEnd(numbers);
            assertThat(got).isEqualTo(numbers(MANY));
            onwards.close();
        }
    }

    @Test
    void shouldForgetEndedCallbacksAndSettledPromises() {
        try (Pair own = Pair.open(encoding, way)) {
            Source source = own.remote(Source.class, own.there.system.spawn(Source.class, Source::new));
            for (int i = 0; i < 50; i++) {
                Callback<Integer> numbers = Callback.of(n -> {});
                source.count(3, numbers);
                Callback<Integer> failing = Callback.of(n -> {});
                source.countAndFail(3, failing);
                awaitEnd(numbers);
                await(failing.ended().recover(e -> null));
                await(source.greet(Promise.of("you")));
            }
            for (Link side : List.of(own.link, own.back)) {
                Await.until(
                        "nothing is left open: " + side.stats(),
                        LIMIT,
                        () -> side.stats().streams() == 0);
                assertThat(side.stats().targets()).hasSizeLessThan(5);
            }
        }
    }

    @Test
    void shouldLimitTheWaitForAPromiseOfTheOtherSide() {
        Promise<String> open = await(source().later()).get(0);
        assertThatThrownBy(() -> await(open.timeout(Duration.ofMillis(20)))).isInstanceOf(CallTimeoutException.class);
    }
}
