// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages in pieces that come while others have taken the memory: each fails with an error, and the link goes on. */
class RefusedPiecesTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int LARGE = 500_000;
    private static final int PIECE = 48_000;
    private static final String WEIGH = "weigh(byte[])";
    private static final long MEMORY = 4 << 20;
    private static final long MUCH = 2 * MEMORY;
    private static final String RULE =
            "a message in pieces must find room in the memory of all queues: limit=4194304, bytes=";

    private final MemoryBudget memoryThere = MemoryBudget.of(MEMORY);
    private final MemoryBudget memoryHere = MemoryBudget.of(MEMORY);
    private final ActorSystem there =
            ActorSystem.builder().name("there").memory(memoryThere).start();
    private final ActorSystem here =
            ActorSystem.builder().name("here").memory(memoryHere).start();
    private final List<String> changes = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() {
        here.close();
        there.close();
    }

    private static Sink sink(Link link) {
        return link.lookup("sink", Sink.class);
    }

    private Link connect(Encoding encoding) {
        Link link = Remoting.on(here)
                .connect("tcp://127.0.0.1:" + listen(), encoding)
                .await(LIMIT);
        link.onChange((state, why) -> changes.add(state + " " + why));
        return link;
    }

    private int listen() {
        Remoting server = Remoting.on(there, RemotingConfig.production());
        server.expose("sink", there.spawn(Sink.class, () -> new Sink(Sink.Pace.FAST)));
        server.expose("other", there.spawn(Sink.class, () -> new Sink(Sink.Pace.FAST)));
        String address =
                server.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
        return Address.parse(address).port();
    }

    private void assertNothingIsLeft() {
        Await.until("all is given back", LIMIT, () -> memoryThere.used() == 0 && memoryHere.used() == 0);
    }

    // ---- what is under way -----------------------------------------------------------------------------------------

    private static Payload large() {
        return ByHand.value(out -> out.bytes(new byte[LARGE]));
    }

    /** Sends a message in pieces; after the first one there is no room any more. */
    private <F extends Frame> F refused(RawPeer peer, Frame message, Class<F> answer) throws IOException {
        byte[] bytes = peer.bytes(message);
        peer.send(
                new Frame.Fragment(
                        1, bytes.length, ByteBuffer.wrap(bytes, 0, PIECE).slice()),
                new Frame.Ping(5));
        peer.await(Frame.Pong.class, pong -> pong.token() == 5);
        memoryThere.reserve(MUCH);
        peer.send(new Frame.Fragment(1, 0, ByteBuffer.wrap(bytes, PIECE, PIECE).slice()));
        F told = peer.await(answer, any -> true);
        peer.send(new Frame.Fragment(
                1,
                0,
                ByteBuffer.wrap(bytes, 2 * PIECE, bytes.length - 2 * PIECE).slice()));
        return told;
    }

    /** A large message that comes as a whole, with the names that came in the one that was refused. */
    private void assertGoesOn(RawPeer peer, int number) throws IOException {
        memoryThere.release(MUCH);
        byte[] bytes = peer.bytes(new Frame.Call(9, TargetId.name("sink"), WEIGH, 0, large()));
        peer.send(new Frame.Fragment(number, bytes.length, ByteBuffer.wrap(bytes)));
        assertThat(peer.awaitReply(9)).isEqualTo("[" + LARGE + "]");
        assertThat(memoryThere.refused()).isEqualTo(1);
        assertNothingIsLeft();
    }

    private static void assertReason(Failure failure) {
        assertThat(failure.code()).isEqualTo(Failure.Code.BUSY);
        assertThat(failure.text()).startsWith(RULE);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailACallForWhichThereIsNoRoomAnyMore(Encoding encoding) throws Exception {
        try (RawPeer peer = RawPeer.greeted(listen(), encoding)) {
            Frame call = new Frame.Call(1, TargetId.name("sink"), WEIGH, 0, large());
            assertReason(refused(peer, call, Frame.Fail.class).failure());
            assertGoesOn(peer, 2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellThatAMessageWasNotDelivered(Encoding encoding) throws Exception {
        try (RawPeer peer = RawPeer.greeted(listen(), encoding)) {
            Frame tell = new Frame.Tell(TargetId.name("sink"), "swallow(byte[])", large());
            Frame.Undelivered told = refused(peer, tell, Frame.Undelivered.class);
            assertReason(told.failure());
            assertThat(told.failure().fields()).as("which one").containsEntry("pieces", "1");
            assertThat(told.to()).isEqualTo(TargetId.name("sink"));
            assertThat(told.method()).isEqualTo("swallow(byte[])");
            assertGoesOn(peer, 2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveBackWhatHasComeWhenThePeerGoes(Encoding encoding) throws Exception {
        try (RawPeer peer = RawPeer.greeted(listen(), encoding)) {
            peer.send(new Frame.Fragment(1, LARGE, ByteBuffer.allocate(PIECE)), new Frame.Ping(5));
            peer.await(Frame.Pong.class, pong -> pong.token() == 5);
            assertThat(memoryThere.used()).isGreaterThanOrEqualTo(PIECE);
        }
        assertNothingIsLeft();
    }

    /** Answers are not held back by the other side. */
    @ParameterizedTest
    @EnumSource
    void shouldFailACallWhoseResultFindsNoRoom(Encoding encoding) {
        Sink sink = sink(connect(encoding));
        assertThat(sink.echo(1).await(LIMIT)).isEqualTo(1);
        memoryHere.reserve(MUCH);

        Promise<byte[]> answer = sink.give(LARGE);
        assertThatThrownBy(() -> answer.await(LIMIT))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("the result must be decodable: ")
                .hasMessageContaining(RULE);

        memoryHere.release(MUCH);
        assertThat(sink.give(LARGE).await(LIMIT)).hasSize(LARGE);
        assertThat(changes).isEmpty();
        assertNothingIsLeft();
    }

    // ---- what has not begun ----------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void shouldHoldBackLargeMessagesWhileAllMemoryIsInUse(Encoding encoding) {
        Link link = connect(encoding);
        Sink sink = sink(link);
        memoryThere.reserve(MUCH);
        assertThat(sink.echo(1).await(LIMIT)).isEqualTo(1); // before the answer comes the pause

        Promise<Integer> answer = sink.weigh(new byte[LARGE]);
        assertThat(link.lookup("other", Sink.class).echo(2).await(LIMIT))
                .as("small messages pass")
                .isEqualTo(2);
        assertThat(answer.isSettled()).isFalse();

        memoryThere.release(MUCH);
        assertThat(answer.await(LIMIT)).isEqualTo(LARGE);
        assertThat(memoryThere.refused()).isZero();
        assertThat(changes).isEmpty();
        assertNothingIsLeft();
    }
}
