// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.call.Caller;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.key.KeyResolver;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Promises and callbacks that come with calls: what they hold has a bound, whatever the other side does with them. */
class HandedOverTest {
    private static final int MEMORY = 1 << 20;
    private static final int MOST = 16;
    private static final int OUTCOME = 256 << 10;
    private static final int MANY = 100;
    private static final int SMALL_ITEMS = 20_000;

    /** The first number of who has listened. */
    private static final long SINK = 2;

    private final ActorSystem there = ActorSystem.start("there");
    private final ActorSystem here = ActorSystem.start("here");
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch busy = new CountDownLatch(1);
    private final Basket basket = there.spawn(Basket.class, () -> new Basket(begun, busy));
    private final Remoting server = Remoting.on(
            there, RemotingConfig.production().limits(LinkLimits.defaults().memory(MEMORY)));
    private final String address = listen();

    /** Takes promises and callbacks. */
    public static class Basket extends Actor<Basket> {
        private final CountDownLatch begun;
        private final CountDownLatch busy;
        private final CompletablePromise<Integer> never = new CompletablePromise<>();
        private long bytes;
        private int refused;

        public Basket(CountDownLatch begun, CountDownLatch busy) {
            this.begun = begun;
            this.busy = busy;
        }

        public Promise<Integer> take(Callback<Integer> items) {
            return Promise.of(1);
        }

        /** Works until the test says so. */
        public void work() throws InterruptedException {
            begun.countDown();
            busy.await();
        }

        public void put(Promise<byte[]> data) {
            data.then(some -> bytes += some.length).onError(cause -> refused++);
        }

        public Promise<Integer> putByKey(Promise<byte[]> data) {
            put(data);
            return never;
        }

        public Promise<Callback<Promise<byte[]>>> sink() {
            return Promise.of(Callback.of(this::put));
        }

        public Promise<Callback<byte[]>> data() {
            return Promise.of(Callback.of(some -> bytes += some.length));
        }

        public Promise<List<Promise<Integer>>> watched() {
            return Promise.of(List.of(never));
        }

        public Promise<Long> bytes() {
            return Promise.of(bytes);
        }

        public Promise<Integer> refused() {
            return Promise.of(refused);
        }
    }

    private String listen() {
        server.expose("desk", basket);
        return server.listen("tcp://127.0.0.1:0").await(Victim.LIMIT).address().toString();
    }

    @AfterEach
    void close() {
        busy.countDown();
        here.close();
        there.close();
    }

    private Link connect(LinkLimits limits) {
        return Remoting.on(here, RemotingConfig.production().limits(limits))
                .connect(address)
                .await(Victim.LIMIT);
    }

    @Test
    void shouldKeepNothingOfCallsThatAreRefused() {
        Link link = connect(LinkLimits.defaults().maxExports(MOST));
        Basket nobody = link.lookup("nobody", Basket.class);
        Callback<Integer> items = Callback.of(item -> {});
        for (int i = 0; i < 2 * MOST; i++) {
            assertThatThrownBy(() -> nobody.take(items).await(Victim.LIMIT))
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("NO_TARGET");
        }
        assertThat(link.stats().streams()).isZero();
        assertThat(items.isEnded()).as("may be handed over again").isFalse();
        assertThat(link.lookup("desk", Basket.class).take(items).await(Victim.LIMIT))
                .isOne();
    }

    @Test
    void shouldNotKeepALinkForAPromiseThatIsNeverSettled() {
        List<WeakReference<Link>> links = new CopyOnWriteArrayList<>();
        server.onLink(link -> links.add(new WeakReference<>(link)));
        Link link = connect(LinkLimits.defaults());
        Promise<Integer> watched =
                link.lookup("desk", Basket.class).watched().await(Victim.LIMIT).get(0);
        link.close();
        watched.recover(cause -> 0).await(Victim.LIMIT);
        Await.until("the link is forgotten", Victim.LIMIT, () -> {
            System.gc();
            return links.size() == 1 && links.get(0).get() == null;
        });
    }

    private static Frame.Tell put(long promise) {
        return new Frame.Tell(TargetId.name("desk"), "put", promise(promise));
    }

    private static Payload promise(long number) {
        return ByHand.value(out -> out.handle(new Handle(HandleKind.PROMISE, number)));
    }

    private static Frame.Reply outcome(long promise) {
        return new Frame.Reply(promise, ByHand.value(out -> out.bytes(new byte[OUTCOME])));
    }

    private RawPeer raw() throws IOException {
        return RawPeer.greeted(port(), Encoding.BINARY);
    }

    private int port() {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private void beginWork() throws InterruptedException {
        basket.work();
        assertThat(begun.await(Victim.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private static void settleMany(RawPeer peer) throws IOException {
        for (int i = 0; i < MANY; i++) {
            peer.send(outcome(1 + 2L * i));
        }
        peer.send(new Frame.Ping(78));
        peer.await(Frame.Pong.class, pong -> pong.token() == 78);
    }

    private static void putMany(RawPeer peer) throws IOException {
        putMany(peer, HandedOverTest::put);
    }

    private static void putMany(RawPeer peer, LongFunction<Frame> put) throws IOException {
        for (int i = 0; i < MANY; i++) {
            peer.send(put.apply(1 + 2L * i));
        }
        peer.send(new Frame.Ping(77));
        peer.await(Frame.Pong.class, pong -> pong.token() == 77);
    }

    /** Each message is small; together the outcomes would be 25 times the memory of the link. */
    private void assertBounded(RawPeer peer, long most) throws IOException {
        settleMany(peer);
        busy.countDown();
        Await.until(
                "all are settled",
                Victim.LIMIT,
                () -> basket.bytes().await(Victim.LIMIT) / OUTCOME
                                + basket.refused().await(Victim.LIMIT)
                        == MANY);
        assertThat(basket.bytes().await(Victim.LIMIT)).isBetween((long) OUTCOME, most);
    }

    @Test
    void shouldBoundOutcomesOfPromisesWhoseCallsWait() throws Exception {
        beginWork();
        try (RawPeer peer = raw()) {
            putMany(peer);
            assertBounded(peer, 4L * MEMORY);
        }
    }

    @Test
    void shouldBoundOutcomesOfPromisesWhoseItemsWait() throws Exception {
        try (RawPeer peer = raw()) {
            peer.send(RawPeer.call(1001, "sink"));
            peer.awaitReply(1001);
            beginWork();
            putMany(peer, promise -> new Frame.Item(SINK, promise(promise)));
            assertBounded(peer, 4L * MEMORY);
        }
    }

    /** The mean of all that have come says nothing about those that wait. */
    @Test
    void shouldCountLargeItemsThatWaitBehindManySmallOnes() throws Exception {
        try (RawPeer peer = RawPeer.agreed(port(), Encoding.BINARY)) {
            peer.send(new Frame.Hello(Map.of("name", "raw", "features", "pause")));
            peer.send(RawPeer.call(1001, "data"));
            peer.awaitReply(1001);
            for (int i = 0; i < SMALL_ITEMS; i++) {
                peer.send(item(1));
            }
            Await.until("all have come", Victim.LIMIT, () -> basket.bytes().await(Victim.LIMIT) == SMALL_ITEMS);
            peer.send(new Frame.Ping(79));
            peer.await(Frame.Pong.class, pong -> pong.token() == 79); // behind pauses because of those
            beginWork();
            for (int i = 0; i < 2 * MEMORY / OUTCOME; i++) {
                peer.send(item(OUTCOME));
            }
            peer.await(Frame.Pause.class, pause -> pause.id() == SINK && pause.paused());
        }
    }

    private static Frame.Item item(int size) {
        return new Frame.Item(SINK, ByHand.value(out -> out.bytes(new byte[size])));
    }

    /** They count with their calls until those are answered, in the budget of conversations. */
    @Test
    void shouldBoundOutcomesOfPromisesOfCallsByKey() throws Exception {
        server.keyedLinks().serve("basket", Basket.class, (caller, target, method) -> true, new KeyResolver() {
            @Override
            public Outlet find(String key) {
                return Reference.outletOf(basket);
            }

            @Override
            public Promise<Outlet> later(String key) {
                throw new AssertionError("not asked for");
            }

            @Override
            public Promise<Void> end(String key, @Nullable Caller caller) {
                return Promise.done();
            }
        });
        beginWork();
        try (RawPeer peer = raw()) {
            putMany(
                    peer,
                    promise -> new Frame.Call(
                            1000 + promise, TargetId.keyed("basket", "1"), "putByKey", 0, promise(promise)));
            assertBounded(peer, 5L * MEMORY);
        }
    }

    @Test
    void shouldTakeAllOutcomesOfPromisesWhoseCallsDoNotWait() throws IOException {
        busy.countDown();
        try (RawPeer peer = raw()) {
            putMany(peer);
            basket.refused().await(Victim.LIMIT);
            settleMany(peer);
            Await.until(
                    "all are settled", Victim.LIMIT, () -> basket.bytes().await(Victim.LIMIT) == (long) MANY * OUTCOME);
        }
        Await.until("the memory is free", Victim.LIMIT, () -> there.memory().used() == 0);
    }
}
