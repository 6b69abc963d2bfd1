// SPDX-License-Identifier: Apache-2.0
package io.troupe.remotetransport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.call.Caller;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.key.KeyResolver;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More asks at once than the other side has under way at a time. */
@Timeout(60)
class SteppedAsksTest {
    private static final String ADDRESS = "inproc://there";
    private static final int MOST = 10;
    private static final int MANY = 50;
    private static final int KEPT = (4 << 20) / 256;
    private static final int FEW = 200;
    private static final int LARGE = 500_000;
    private static final int FITTING = (4 << 20) / LARGE;
    private static final int HUGE = KEPT + 2_000;
    private static final LinkLimits LIMITS =
            LinkLimits.defaults().maxCalls(MOST).heartbeat(Duration.ofHours(1));

    private final SteppedPair pair = new SteppedPair();
    private final Keeper keeper = pair.there.spawn(Keeper.class, Keeper::new);
    private Remoting client;
    private Remoting server;
    private Keeper remote;

    /** Answers when it is told to. */
    public static class Keeper extends Actor<Keeper> {
        private final List<Integer> seen = new ArrayList<>();
        private final List<CompletablePromise<Integer>> owed = new ArrayList<>();

        public Promise<Integer> keep(int number) {
            seen.add(number);
            CompletablePromise<Integer> answer = new CompletablePromise<>();
            owed.add(answer);
            return answer;
        }

        public Promise<Integer> keepAll(byte[] bytes) {
            return keep(bytes.length);
        }

        public void note(int number) {
            seen.add(number);
        }

        public void answer(int count) {
            List<CompletablePromise<Integer>> oldest = owed.subList(0, Math.min(count, owed.size()));
            oldest.forEach(promise -> promise.complete(0));
            oldest.clear();
        }

        public Promise<List<Integer>> seen() {
            return Promise.of(List.copyOf(seen));
        }

        /** Lets the other one ask, and so on. */
        public Promise<Integer> nest(Keeper other, Keeper self, int depth) {
            return depth == 0
                    ? Promise.of(0)
                    : other.nest(self, other, depth - 1).map(sum -> sum + 1);
        }
    }

    /** Asks in portions, and is slowed down between them. */
    public static class Asker extends Actor<Asker> {
        private static final int PORTION = 20;
        private final Keeper target;
        private final List<Promise<Integer>> asks;
        private final int most;

        Asker(Keeper target, List<Promise<Integer>> asks, int most) {
            this.target = target;
            this.asks = asks;
            this.most = most;
        }

        public void ask() {
            for (int i = 0; i < PORTION; i++) {
                asks.add(target.keep(asks.size()));
            }
            if (asks.size() < most) {
                self().ask();
            }
        }
    }

    private void connect(LinkLimits limits) {
        RemotingConfig config = RemotingConfig.production().limits(limits);
        server = Remoting.on(pair.there, config, pair.network.transport());
        server.expose("keeper", keeper);
        pair.settled(server.listen(ADDRESS));
        client = Remoting.on(pair.here, config, pair.network.transport());
        Link link = pair.settled(client.connect(ADDRESS));
        remote = link.lookup("keeper", Keeper.class);
        pair.pass(Duration.ofMillis(100));
    }

    @AfterEach
    void close() {
        pair.close();
    }

    private List<Promise<Integer>> asks(int from, int to) {
        return IntStream.range(from, to).mapToObj(remote::keep).toList();
    }

    private static long fulfilled(List<Promise<Integer>> asks) {
        return asks.stream().filter(Promise::isFulfilled).count();
    }

    private List<Integer> seen() {
        return pair.settled(keeper.seen());
    }

    private static List<Integer> numbers(int to) {
        return IntStream.range(0, to).boxed().toList();
    }

    @Test
    void shouldHoldAsksWhileTheOtherSideHasAsManyAsItTakes() {
        connect(LIMITS);
        List<Promise<Integer>> asks = asks(0, MANY);
        for (int answered = 0; answered < MANY; answered += 5) {
            pair.pass(Duration.ofSeconds(1));
            assertThat(seen()).isEqualTo(numbers(Math.min(MANY, answered + MOST)));
            keeper.answer(5);
        }
        pair.pass(Duration.ofSeconds(1));
        assertThat(fulfilled(asks)).isEqualTo(MANY);
    }

    /** Each of them keeps 256 bytes there, and there are four mebibytes for them. */
    @Test
    void shouldHoldAsksForWhichTheOtherSideHasNoMemory() {
        connect(LinkLimits.defaults().memory(64 << 10).sendQueue(64).heartbeat(Duration.ofHours(1)));
        List<Promise<Integer>> asks = new ArrayList<>();
        pair.here.spawn(Asker.class, () -> new Asker(remote, asks, HUGE)).ask();
        pair.pass(Duration.ofSeconds(1));
        assertThat(seen()).hasSize(KEPT);
        assertThat(asks).hasSizeLessThan(KEPT + 200);
        while (asks.size() < HUGE) {
            keeper.answer(FEW);
            pair.pass(Duration.ofMillis(100));
        }
        keeper.answer(HUGE);
        pair.pass(Duration.ofSeconds(1));
        keeper.answer(HUGE);
        pair.pass(Duration.ofSeconds(1));
        assertThat(fulfilled(asks)).isEqualTo(asks.size());
        assertThat(seen().equals(numbers(asks.size()))).isTrue(); // a difference would be a long text
    }

    /** Where actors are found by key, calls keep their arguments until they are answered. */
    @Test
    void shouldHoldAsksByKeyForWhichTheOtherSideHasNoMemory() {
        connect(LinkLimits.defaults().memory(1 << 20).heartbeat(Duration.ofHours(1)));
        server.keyedLinks().serve("keeper", Keeper.class, (caller, target, method) -> true, new KeyResolver() {
            @Override
            public Outlet find(String key) {
                return Reference.outletOf(keeper);
            }

            @Override
            public Promise<Outlet> later(String key) {
                throw new AssertionError("is found at once");
            }

            @Override
            public Promise<Void> end(String key, @Nullable Caller caller) {
                throw new AssertionError("has no end");
            }
        });
        Link link = client.links().get(0);
        Keeper byKey = ReferenceType.of(Keeper.class, null)
                .newReference(client.keyedLinks().target(link, "keeper", "one"));
        List<Promise<Integer>> asks = new ArrayList<>();
        for (int i = 0; i < FITTING + 1; i++) {
            asks.add(byKey.keepAll(new byte[LARGE]));
            pair.pass(Duration.ofMillis(100)); // more than one may not find room to wait
        }
        assertThat(seen()).hasSize(FITTING);
        for (int i = 0; i < FITTING + 1; i++) {
            keeper.answer(1);
            pair.pass(Duration.ofMillis(100));
        }
        assertThat(fulfilled(asks)).isEqualTo(FITTING + 1);
    }

    /** Messages to the same target stay in order, and those to others do not wait. */
    @Test
    void shouldKeepTheOrderOfATargetAndLetOthersPass() {
        connect(LIMITS);
        Keeper other = pair.there.spawn(Keeper.class, Keeper::new);
        server.expose("other", other);
        Keeper otherRemote = client.links().get(0).lookup("other", Keeper.class);
        List<Promise<Integer>> asks = asks(0, MOST + 1);
        remote.note(MOST + 1);
        otherRemote.note(7);
        pair.pass(Duration.ofSeconds(1));
        assertThat(seen()).isEqualTo(numbers(MOST));
        assertThat(pair.settled(other.seen())).containsExactly(7);
        keeper.answer(1);
        pair.pass(Duration.ofSeconds(1));
        assertThat(seen()).isEqualTo(numbers(MOST + 2));
        keeper.answer(MOST);
        pair.pass(Duration.ofSeconds(1));
        assertThat(fulfilled(asks)).isEqualTo(MOST + 1);
    }

    @Test
    void shouldEndAnAskAtItsDeadlineWhileItIsHeld() {
        connect(LIMITS);
        List<Promise<Integer>> asks = asks(0, MOST);
        Promise<Integer> late = remote.keep(MOST).timeout(Duration.ofMillis(500));
        remote.note(MOST + 1);
        pair.pass(Duration.ofSeconds(1));
        assertThat(late.isFailed()).isTrue();
        assertThatThrownBy(() -> pair.settled(late)).isInstanceOf(CallTimeoutException.class);
        keeper.answer(1);
        pair.pass(Duration.ofSeconds(1));
        List<Integer> expected = new ArrayList<>(numbers(MOST));
        expected.add(MOST + 1);
        assertThat(seen()).isEqualTo(expected);
        assertThat(fulfilled(asks)).isOne();
    }

    /** Who gives up makes room, too. */
    @Test
    void shouldGoOnWhenOneIsCancelled() {
        connect(LIMITS);
        List<Promise<Integer>> asks = asks(0, MOST + 1);
        pair.pass(Duration.ofSeconds(1));
        assertThat(seen()).hasSize(MOST);
        asks.get(0).cancel();
        pair.pass(Duration.ofSeconds(1));
        assertThat(seen()).isEqualTo(numbers(MOST + 1));
    }

    /** What is under way may wait for what is held. */
    @Test
    void shouldHoldNothingForLongWithoutAnAnswer() {
        connect(LIMITS);
        List<Promise<Integer>> asks = asks(0, MOST + 3);
        remote.note(MOST + 3);
        pair.pass(Duration.ofSeconds(1));
        assertThat(seen()).hasSize(MOST);
        pair.pass(Duration.ofSeconds(2));
        List<Integer> expected = new ArrayList<>(numbers(MOST));
        expected.add(MOST + 3);
        assertThat(seen()).isEqualTo(expected);
        assertThat(asks.subList(MOST, MOST + 3)).allSatisfy(ask -> assertThatThrownBy(() -> pair.settled(ask))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("BUSY"));
        Promise<Integer> more = remote.keep(MOST + 4);
        pair.pass(Duration.ofMillis(10));
        assertThat(more.isSettled()).as("is refused at once").isTrue();
        keeper.answer(1);
        pair.pass(Duration.ofMillis(10));
        List<Promise<Integer>> two = asks(MOST + 5, MOST + 7);
        pair.pass(Duration.ofSeconds(1));
        assertThat(seen()).as("holds again").endsWith(MOST + 5);
        keeper.answer(1);
        pair.pass(Duration.ofMillis(10));
        assertThat(seen()).endsWith(MOST + 6);
        keeper.answer(MANY);
        pair.pass(Duration.ofMillis(10));
        assertThat(fulfilled(two)).isEqualTo(2);
    }

    @Test
    void shouldEndNestedAsksHoweverManyAndDeep() {
        connect(LIMITS);
        Keeper mine = pair.here.spawn(Keeper.class, Keeper::new);
        List<Promise<Integer>> asks = IntStream.range(0, 3 * MOST)
                .mapToObj(i -> remote.nest(mine, remote, 6))
                .toList();
        pair.pass(Duration.ofSeconds(10));
        assertThat(asks).allMatch(Promise::isSettled);
    }

    @Test
    void shouldFailWhatIsHeldWhenTheLinkIsLost() {
        connect(LIMITS);
        List<Promise<Integer>> asks = asks(0, MANY);
        pair.pass(Duration.ofMillis(100));
        pair.network.down();
        pair.pass(Duration.ofMillis(100));
        assertThat(asks).allMatch(Promise::isSettled);
        assertThat(seen()).hasSize(MOST);
    }

    @Test
    void shouldFailWhatIsHeldWhenTheOtherSideGoes() {
        connect(LIMITS);
        List<Promise<Integer>> asks = asks(0, MANY);
        pair.pass(Duration.ofMillis(100));
        Promise<Boolean> drained = server.links().get(0).drain(Duration.ofSeconds(1), "update", "");
        pair.pass(Duration.ofMillis(100));
        assertThat(asks.subList(MOST, MANY)).allSatisfy(ask -> assertThatThrownBy(() -> pair.settled(ask))
                .isInstanceOfSatisfying(LinkLostException.class, lost -> assertThat(lost.maybeExecuted())
                        .isFalse()));
        keeper.answer(MOST);
        assertThat(pair.settled(drained)).isTrue();
        assertThat(fulfilled(asks)).isEqualTo(MOST);
    }
}
