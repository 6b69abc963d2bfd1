// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.peers.wire.GoldenBytes.HELLO_TCP;
import static io.troupe.sp.peers.wire.GoldenBytes.PAIR0_HEADER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.TracedPair.Step;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.peers.wire.WirePeer;
import io.troupe.sp.socket.SocketOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Walks the trace of a message between sockets as docs/architecture.md describes it, one assertion per arrow. */
class TraceTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final TracedPair pair =
            new TracedPair(SocketOptions.builder().receiveBuffer(1).build());

    @AfterEach
    void close() {
        pair.socket().close(Duration.ZERO);
    }

    /** A raw connection whose handshake is through, and which the socket has joined. */
    private WirePeer peer() {
        WirePeer peer =
                WirePeer.dial(pair.socket().listen("tcp://127.0.0.1:0").uri()).write(PAIR0_HEADER);
        peer.expect(PAIR0_HEADER);
        awaitSteps("onWritable", 1);
        return peer;
    }

    private Step awaitSteps(String what, int count) {
        Until.isTrue(count + " calls of " + what, () -> pair.steps(what).size() >= count);
        return pair.steps(what).get(count - 1);
    }

    @Test
    void shouldTakeTheDocumentedStepsFromSendToTheWire() {
        try (WirePeer peer = peer()) {
            SpMessage message = SpMessage.of("hello");
            pair.socket().send(message);
            List<Step> offers = pair.steps("offer");
            assertThat(offers).as("one attempt").hasSize(1);
            Step offer = offers.get(0);
            assertThat(offer.message()).as("the socket's, not the sender's").isNotSameAs(message);
            assertThat(offer.taken()).as("room").isTrue();
            assertThat(offer.thread()).as("the sender's").isSameAs(Thread.currentThread());
            assertThat(offer.stack())
                    .containsSubsequence("MessagePort.send", "SendPort.send", "WaitQueue.await", "PairPattern.toPeer");
            peer.expect(HELLO_TCP);

            pair.socket().send(SpMessage.of("hello"));
            peer.expect(HELLO_TCP); // and the header no second time
        }
    }

    @Test
    void shouldLetAThreadWaitUntilThePipeHasRoom() throws InterruptedException {
        try (WirePeer peer = peer()) {
            pair.noRoom();
            SpMessage message = SpMessage.of("hello");
            Thread sender = new Thread(() -> pair.socket().send(message, LIMIT), "trace-sender");
            sender.start();
            Step refused = awaitSteps("offer", 1);
            assertThat(refused.taken()).isFalse();
            assertThat(refused.thread()).isSameAs(sender);
            Until.isTrue("it waits", () -> sender.getState() == Thread.State.TIMED_WAITING);

            pair.roomAgain();
            sender.join(LIMIT.toMillis());
            assertThat(sender.isAlive()).isFalse();
            List<Step> offers = pair.steps("offer");
            Step taken = offers.get(offers.size() - 1);
            assertThat(taken.taken()).isTrue();
            assertThat(taken.message()).as("the same all the time").isSameAs(refused.message());
            assertThat(taken.thread()).as("woken, it tries itself").isSameAs(sender);
            peer.expect(HELLO_TCP);
        }
    }

    @Test
    void shouldTryForAPromiseWhenThePipeHasRoom() {
        try (WirePeer peer = peer()) {
            pair.noRoom();
            Promise<Void> sent = pair.socket().sendLater(SpMessage.of("hello"));
            assertThat(pair.steps("offer")).as("tried").isNotEmpty().noneMatch(Step::taken);
            assertThat(sent.isSettled()).isFalse();

            pair.roomAgain();
            sent.await(LIMIT);
            List<Step> offers = pair.steps("offer");
            Step taken = offers.get(offers.size() - 1);
            assertThat(taken.taken()).isTrue();
            assertThat(taken.thread()).as("the one that told of room").isSameAs(Thread.currentThread());
            assertThat(taken.stack())
                    .containsSubsequence(
                            "PairPattern.onWritable", "SendPort.signal", "WaitQueue.signal", "PairPattern.toPeer");
            peer.expect(HELLO_TCP);
        }
    }

    @Test
    void shouldReadOnTheReactorWhenNobodyWaits() {
        try (WirePeer peer = peer()) {
            peer.write(HELLO_TCP);
            Step arrived = awaitSteps("onMessage", 1);
            assertThat(arrived.taken()).isTrue();
            assertThat(arrived.stack()).containsSubsequence("Reactor.run", "SocketCore$Attached.onMessage");

            SpMessage message = pair.socket().receive(LIMIT);
            assertThat(message).as("through the queue").isSameAs(arrived.message());
            assertThat(message.text()).isEqualTo("hello");
            message.release();
            assertThatThrownBy(message::release).as("nobody else held it").isInstanceOf(IllegalStateException.class);
        }
    }

    /** The reactor may be quicker, so this goes on until it was not. */
    @Test
    void shouldReadOnTheThreadThatLooksForAMessage() {
        try (WirePeer peer = peer()) {
            Until.isTrue("a message was read by its receiver", () -> readsItself(peer));
        }
        List<Step> arrived = pair.steps("onMessage");
        assertThat(arrived.get(arrived.size() - 1).stack())
                .containsSubsequence(
                        "ReceiveQueue.tryReceive", "SocketCore.poll", "NioPipe.poll", "SocketCore$Attached.onMessage");
    }

    private boolean readsItself(WirePeer peer) {
        int before = pair.steps("onMessage").size();
        peer.write(HELLO_TCP);
        Until.isTrue("a message", () -> {
            Optional<SpMessage> message = pair.socket().tryReceive();
            message.ifPresent(SpMessage::release);
            return message.isPresent();
        });
        return awaitSteps("onMessage", before + 1).thread() == Thread.currentThread();
    }

    @Test
    void shouldKeepARefusedMessageInThePipeUntilItIsResumed() {
        try (WirePeer peer = peer()) {
            peer.write(HELLO_TCP).write(HELLO_TCP);
            assertThat(awaitSteps("onMessage", 1).taken()).isTrue();
            Step refused = awaitSteps("onMessage", 2);
            assertThat(refused.taken()).as("no room in the queue").isFalse();
            assertThat(pair.steps("resume")).isEmpty();

            pair.socket().receive(LIMIT).release();
            Step resume = awaitSteps("resume", 1);
            assertThat(resume.thread()).as("who has made room").isSameAs(Thread.currentThread());
            SpMessage second = pair.socket().receive(LIMIT);
            assertThat(second).as("offered again").isSameAs(refused.message());
            second.release();
        }
    }

    @Test
    void shouldHandTheMessageItselfOverWithinTheProcess() {
        try (TracedHere sender = new TracedHere()) {
            pair.socket().listen("inproc://trace");
            sender.dial("inproc://trace");
            Promise<SpMessage> first = pair.socket().receiveLater();
            Promise<SpMessage> second = pair.socket().receiveLater();
            SpMessage message = SpMessage.of("hello");
            ByteBuffer sent = message.body();
            sender.traced.socket().send(message);

            Step arrived = awaitSteps("onMessage", 1);
            assertThat(arrived.thread()).as("the sender's").isSameAs(Thread.currentThread());
            assertThat(arrived.stack())
                    .containsSubsequence(
                            "SendPort.send",
                            "WaitQueue.await",
                            "PairPattern.toPeer",
                            "InprocPipe.offer",
                            "SocketCore$Attached.onMessage");
            assertThat(first.isSettled()).as("the head of the line").isTrue();
            assertThat(second.isSettled()).isFalse();
            SpMessage received = first.await(LIMIT);
            sent.put(0, (byte) '!');
            assertThat(received.text()).as("not copied").startsWith("!");
            assertThat(received.isShared()).as("its sender has it no more").isFalse();
            received.release();
            second.cancel();
        }
    }

    /** The other socket of this process. */
    private static final class TracedHere implements AutoCloseable {
        private final TracedPair traced = new TracedPair(SocketOptions.defaults());

        void dial(String uri) {
            traced.socket().dial(uri).connected().await(LIMIT);
        }

        @Override
        public void close() {
            traced.socket().close(Duration.ZERO);
        }
    }
}
