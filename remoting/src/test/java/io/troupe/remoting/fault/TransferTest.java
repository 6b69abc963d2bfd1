// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.AskMessage;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.Tier;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.fault.Sink.Pace;
import io.troupe.remoting.fault.Sink.Taken;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of all sizes to receivers of all paces: nothing is lost, links stay up, and what is held is bounded in bytes. */
class TransferTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final long MEMORY = 4L * MIB;
    /** What is on its way when a receiver says stop: buffers of both sockets, of both ends, a message on each side. */
    private static final long UNDER_WAY = 3L * MIB;

    private final ManualDispatcher gate = Dispatchers.manual();
    private final List<String> changes = new CopyOnWriteArrayList<>();
    private ActorSystem there;
    private ActorSystem here;
    private Remoting server;
    private Sink local;
    private Link link;
    private String address;

    private void start(Pace pace, int size, Encoding encoding) {
        LinkLimits limits = LinkLimits.defaults()
                .frames(new FrameLimits(Math.max(MIB, 2 * size), 64))
                .memory((int) MEMORY);
        there = ActorSystem.start("there");
        here = ActorSystem.start("here");
        ActorOptions options =
                pace == Pace.STOPPED ? ActorOptions.defaults().dispatcher(gate) : ActorOptions.defaults();
        local = there.spawn(Sink.class, () -> new Sink(pace), options);
        server = Remoting.on(there, RemotingConfig.production().limits(limits).encodings(encoding));
        server.expose("sink", local);
        server.expose("fast", there.spawn(Sink.class, () -> new Sink(Pace.FAST)));
        address = server.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
        link = Remoting.on(here, RemotingConfig.production().limits(limits).encodings(encoding))
                .connect(address)
                .await(LIMIT);
        link.onChange((state, why) -> changes.add(state + " " + why));
    }

    @AfterEach
    void close() {
        ActorControl.of(local).stop();
        gate.runAll();
        here.close();
        there.close();
    }

    static Stream<Arguments> transfers() {
        int[][] sizes = {{100, 2_000}, {KIB, 2_000}, {16 * KIB, 600}, {64 * KIB, 300}, {MIB, 24}, {16 * MIB, 3}};
        return Tier.pairs(List.of(sizes), List.of(Pace.values()), TransferTest.class)
                .map(pair -> Arguments.of(pair.shorter(), pair.longer()[0], pair.longer()[1]));
    }

    @ParameterizedTest
    @MethodSource("transfers")
    void shouldTransferWithoutLoss(Pace pace, int size, int count) throws Exception {
        start(pace, size, Encoding.BINARY);
        transfer(size, count);
    }

    /** The same for encodings whose frames are made in another way. */
    @ParameterizedTest
    @EnumSource(names = {"CBOR", "JSON"})
    void shouldTransferWithoutLossInAllEncodings(Encoding encoding) throws Exception {
        start(Pace.ALTERNATING, 2 * MIB, encoding);
        transfer(MIB, 12);
    }

    /** Long enough that a sender that hears nothing would be given up. */
    @Tag("soak")
    @Test
    void shouldKeepTheLinkThroughAHealthyBulkTransfer() throws Exception {
        start(Pace.FAST, 64 * KIB, Encoding.BINARY);
        transfer(64 * KIB, 5_000);
    }

    /** A large answer is no obstacle to small ones, and all of them come. */
    @ParameterizedTest
    @EnumSource
    void shouldAnswerWithLargeValues(Encoding encoding) {
        start(Pace.FAST, 2 * MIB, encoding);
        Sink fast = link.lookup("fast", Sink.class);
        List<Promise<byte[]>> large =
                Stream.generate(() -> fast.give(2 * MIB)).limit(6).toList();
        assertThat(fast.echo(1).await(LIMIT)).isEqualTo(1);
        assertThat(large).allSatisfy(answer -> assertThat(answer.await(LIMIT)).hasSize(2 * MIB));
        assertThat(changes).isEmpty();
    }

    /** Long polls of large questions: neither side keeps the questions. */
    @Test
    void shouldKeepNoArgumentsWhileAnswersPend() {
        start(Pace.FAST, MIB, Encoding.BINARY);
        Sink fast = link.lookup("fast", Sink.class);
        List<Promise<Long>> pending =
                Stream.generate(() -> fast.hold(new byte[MIB])).limit(20).toList();
        assertThat(fast.echo(1).await(LIMIT)).isEqualTo(1);
        Await.until("all questions have been sent", LIMIT, () -> pending.stream()
                .allMatch(ask -> ((AskMessage<?>) ask).arguments()[0] == null));
        Await.until("none is held over there", LIMIT, () -> there.memory().used() < MIB);
        pending.forEach(Promise::cancel);
        Await.until(
                "all is given back",
                LIMIT,
                () -> there.memory().used() == 0 && here.memory().used() == 0);
    }

    /** A caller that gives up in the middle of a large question. */
    @Test
    void shouldSendNoMoreOfACallThatIsGivenUp() {
        start(Pace.STOPPED, 16 * MIB, Encoding.BINARY);
        Sink target = link.lookup("sink", Sink.class);
        Sink fast = link.lookup("fast", Sink.class);
        for (int i = 0; i < 5; i++) {
            Promise<Long> call = target.hold(new byte[16 * MIB]);
            fast.echo(i).await(LIMIT);
            call.cancel();
        }
        assertThat(fast.echo(1).await(LIMIT)).isEqualTo(1);
        gate.runAll();
        Await.until("all is given back", LIMIT, () -> {
            gate.runAll();
            return there.memory().used() == 0 && here.memory().used() == 0;
        });
        assertThat(changes).isEmpty();
    }

    /** A peer that knows how to pause and does not is cut off; one that does not know is read from no more. */
    @ParameterizedTest
    @ValueSource(strings = {"streams,pause,pieces", "streams"})
    void shouldBoundWhatAPeerSendsThatDoesNotListen(String features) throws Exception {
        start(Pace.STOPPED, 64 * KIB, Encoding.BINARY);
        int port = Address.parse(address).port();
        try (RawPeer peer = RawPeer.agreed(port, Encoding.BINARY)) {
            peer.send(new Frame.Hello(Map.of("name", "raw", "features", features)));
            Frame tell = new Frame.Tell(
                    TargetId.name("sink"), "swallow", ByHand.value(out -> out.bytes(new byte[64 * KIB])));
            AtomicLong sent = new AtomicLong();
            Thread sending = new Thread(() -> floodUntilTheEnd(peer, tell, sent), "floods");
            sending.start();
            if (features.contains("pause")) {
                sending.join();
            } else {
                Await.until("all is full", LIMIT, () -> there.memory().used() > MEMORY);
            }
            assertThat(link.lookup("fast", Sink.class).echo(1).await(LIMIT)).isEqualTo(1);
            assertThat(there.memory().peak()).isLessThanOrEqualTo(2 * MEMORY + 2L * MIB);
            peer.socket().close();
            sending.join();
        }
    }

    /** The same for the items of a callback that it was given. */
    @ParameterizedTest
    @ValueSource(strings = {"streams,pause,pieces", "streams"})
    void shouldBoundTheItemsOfAPeerThatDoesNotListen(String features) throws Exception {
        start(Pace.FAST, 64 * KIB, Encoding.BINARY);
        CompletablePromise<Link> accepted = new CompletablePromise<>();
        server.onLink(one -> {
            if (one.identity().name().equals("raw")) { // the good one may come only now, too
                accepted.complete(one);
            }
        });
        CountDownLatch goesOn = new CountDownLatch(1);
        try (RawPeer peer = RawPeer.agreed(Address.parse(address).port(), Encoding.BINARY)) {
            peer.send(new Frame.Hello(Map.of("name", "raw", "features", features)));
            Link toPeer = accepted.await(LIMIT);
            List<String> ends = new CopyOnWriteArrayList<>();
            toPeer.onChange((state, why) -> ends.add(why));
            toPeer.lookup("raw", Sink.class).tell(Callback.of(item -> await(goesOn)));
            peer.await(Frame.Tell.class, tell -> true);
            Frame item = new Frame.Item(2, ByHand.value(out -> out.bytes(new byte[64 * KIB])));
            AtomicLong sent = new AtomicLong();
            Thread sending = new Thread(() -> floodUntilTheEnd(peer, item, sent), "floods");
            sending.start();
            if (features.contains("pause")) {
                sending.join();
                Await.until("the link has ended", LIMIT, () -> !ends.isEmpty());
                assertThat(ends).singleElement().asString().contains("must stop sending to a stream");
            } else {
                Await.until("all is full", LIMIT, () -> there.memory().used() > MEMORY);
            }
            assertThat(link.lookup("fast", Sink.class).echo(1).await(LIMIT)).isEqualTo(1);
            assertThat(there.memory().peak()).isLessThanOrEqualTo(2 * MEMORY + 2L * MIB);
            peer.socket().close();
            sending.join();
        } finally {
            goesOn.countDown();
        }
        Await.until("all is given back", LIMIT, () -> there.memory().used() == 0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void floodUntilTheEnd(RawPeer peer, Frame frame, AtomicLong sent) {
        byte[] one = peer.bytes(frame);
        try {
            while (sent.get() < 64 * MIB) {
                peer.send(one);
                sent.addAndGet(one.length);
            }
        } catch (IOException e) {
            // cut off
        }
    }

    private void transfer(int size, int count) throws Exception {
        Sink target = link.lookup("sink", Sink.class);
        Sink fast = link.lookup("fast", Sink.class);
        Thread sending = new Thread(
                () -> {
                    for (int i = 0; i < count; i++) {
                        target.take(i, new byte[size]);
                    }
                },
                "sends");
        sending.start();
        for (long i = 0; i < 200; i++) {
            assertThat(fast.echo(i).await(LIMIT)).isEqualTo(i); // goes on whatever the other one does
        }
        Await.until("all has been taken", LIMIT, () -> {
            gate.runAll();
            Promise<Taken> taken = local.taken();
            gate.runAll();
            return taken.await(LIMIT).count() == count;
        });
        sending.join();
        Promise<Taken> taken = local.taken();
        gate.runAll();
        assertThat(taken.await(LIMIT)).isEqualTo(new Taken(count, (long) size * count, 0));
        assertThat(changes).isEmpty();
        assertThat(here.deadLetters() + there.deadLetters()).isZero();
        assertThat(there.memory().peak()).isLessThanOrEqualTo(MEMORY + UNDER_WAY + 2L * size);
        assertThat(here.memory().peak()).isLessThanOrEqualTo(MEMORY + UNDER_WAY + 2L * size);
        Await.until(
                "all is given back",
                LIMIT,
                () -> there.memory().used() == 0 && here.memory().used() == 0);
    }
}
