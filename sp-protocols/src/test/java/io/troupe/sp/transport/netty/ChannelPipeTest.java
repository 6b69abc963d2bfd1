// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.net.support.LeakRecorder;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.SpAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pipes promise to their handlers. */
@Timeout(60)
class ChannelPipeTest {
    private static PemFiles tls;

    private final NettyTransport transport = new NettyTransport();
    private final TestEnd left =
            new TestEnd(SocketOptions.builder().tls(tls).maxReceiveSize(0).build());
    private final TestEnd right =
            new TestEnd(SocketOptions.builder().tls(tls).sendBuffer(16).build());

    @BeforeAll
    static void certify(@TempDir Path folder) throws Exception {
        tls = new TestCertificates(folder, "ours").good("both");
    }

    @AfterAll
    static void shouldLoseNoBuffers() {
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    @AfterEach
    void stop() {
        for (TestEnd end : List.of(left, right)) {
            if (end.attached.isDone()) {
                end.pipe().close("the test is over"); // drops what was refused
            }
        }
        transport.close();
        left.release();
        right.release();
        TestEnd.noThreads();
    }

    private void join(String scheme) {
        BoundListener bound = transport.bind(SpAddress.parse(scheme + "://127.0.0.1:0"), left.context, left);
        transport.connect(bound.address(), right.context, right);
        left.pipe();
        right.pipe();
    }

    private static void offer(Pipe pipe, SpMessage message) {
        Until.isTrue("room", () -> pipe.offer(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldCarryHeadersBeforeBodies(String scheme) {
        join(scheme);
        for (int size : new int[] {0, 10, 100_000}) {
            SpMessage message = SpMessage.allocate(size);
            message.pushHeader(0x80000001);
            message.pushHeader(7);
            offer(right.pipe(), message);
        }
        Until.isTrue("received", () -> left.received.size() == 3);
        for (SpMessage message : left.received) {
            assertThat(message.takeWord()).isEqualTo(7);
            assertThat(message.takeWord()).isEqualTo(0x80000001);
            assertThat(message.pipe()).isEqualTo(left.pipe().id());
        }
        assertThat(left.received).extracting(SpMessage::size).containsExactly(0, 10, 100_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldOfferAgainWhatWasRefused(String scheme) {
        join(scheme);
        left.refusing = true;
        for (int i = 0; i < 10; i++) {
            offer(right.pipe(), SpMessage.of((byte) i));
        }
        Until.isTrue("refused", () -> left.refusals.get() > 0);
        left.pipe().resume(); // nothing has changed
        Until.isTrue("refused again", () -> left.refusals.get() > 1);
        left.resumingBeforeRefusal = true;
        left.pipe().resume();
        Until.isTrue("received", () -> left.received.size() == 10);
        for (int i = 0; i < 10; i++) {
            assertThat(left.received.get(i).bytes()).containsExactly(i);
        }
        offer(right.pipe(), SpMessage.of("and on"));
        Until.isTrue("reading again", () -> left.received.size() == 11);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldTellTheEndAfterAllThatArrived(String scheme) {
        join(scheme);
        left.refusing = true;
        for (int i = 0; i < 10; i++) {
            offer(right.pipe(), SpMessage.of((byte) i));
        }
        right.pipe().closeGently("done");
        right.pipe().closeGently("twice");
        Until.isTrue("refused", () -> left.refusals.get() > 0);
        assertRefused(right.pipe());
        assertThat(left.ends).isEmpty();
        left.refusing = false;
        left.pipe().resume();
        left.awaitEnd();
        right.awaitEnd();
        left.pipe().close("once more");
        assertThat(left.received).hasSize(10);
        assertThat(left.ends).hasSize(1).first().asString().endsWith("received=10");
        assertThat(right.ends).containsExactly("done, received=0");
        assertThat(right.drops.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldTellTheDialerTheEndAfterAllThatArrived(String scheme) {
        join(scheme);
        right.refusing = true;
        for (int i = 0; i < 10; i++) {
            offer(left.pipe(), SpMessage.of((byte) i));
        }
        left.pipe().closeGently("done");
        Until.isTrue("refused", () -> right.refusals.get() > 0);
        assertThat(right.ends).isEmpty();
        right.refusing = false;
        right.pipe().resume();
        right.awaitEnd();
        left.awaitEnd();
        assertThat(right.ends).containsExactly("the other side has closed, received=10");
        assertThat(left.ends).containsExactly("done, received=0");
        assertThat(left.drops.all()).isEmpty();
    }

    @Test
    void shouldTakeWhatTheDialerHadOfferedBeforeItHeardOfTheEnd() {
        join("ws");
        List<SpMessage> offered = fill();
        left.pipe().closeGently("done");
        left.refusing = false;
        left.pipe().resume();
        left.awaitEnd();
        right.awaitEnd();
        assertThat(left.received).extracting(SpMessage::size).containsExactly(7, 16 << 20);
        assertThat(right.drops.all()).isEmpty();
        offered.forEach(SpMessage::release);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldDropAndCountWhatIsPendingWhenClosed(String scheme) {
        join(scheme);
        List<SpMessage> offered = fill();
        right.pipe().close("at once");
        right.awaitEnd();
        Until.isTrue("released", () -> offered.stream().noneMatch(SpMessage::isShared));
        assertThat(right.pipe().pending()).isZero();
        assertThat(right.dropped(DropReason.CLOSED)).isEqualTo(1);
        assertThat(right.ends).containsExactly("at once, received=0");
        assertThat(right.pipe().offer(offered.get(0))).isFalse();
        offered.forEach(SpMessage::release);
        assertThat(right.writable.get()).isZero();
        left.pipe().close("too");
        left.awaitEnd();
        assertThat(left.ends).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldCountWhatIsPendingWhenThePeerIsGone(String scheme) {
        join(scheme);
        List<SpMessage> offered = fill();
        left.pipe().close("gone");
        right.awaitEnd();
        Until.isTrue("released", () -> offered.stream().noneMatch(SpMessage::isShared));
        assertThat(right.pipe().pending()).isZero();
        assertThat(right.dropped(DropReason.PEER_GONE)).isEqualTo(1);
        offered.forEach(SpMessage::release);
    }

    private static void assertRefused(Pipe pipe) {
        try (SpMessage late = SpMessage.of("late")) {
            assertThat(pipe.offer(late)).isFalse();
        }
    }

    /** Offers more than the buffers of the system take while the other side does not read; keeps a hold of the messages. */
    private List<SpMessage> fill() {
        left.refusing = true;
        offer(right.pipe(), SpMessage.of("refused"));
        Until.isTrue("reading no more", () -> left.refusals.get() > 0);
        List<SpMessage> offered = List.of(SpMessage.allocate(16 << 20), SpMessage.of("no room"));
        offer(right.pipe(), offered.get(0).retain());
        assertThat(right.pipe().isWritable()).isFalse();
        try (SpMessage refused = offered.get(1).retain()) {
            assertThat(right.pipe().offer(refused)).isFalse();
        }
        assertThat(right.pipe().pending()).isPositive();
        return offered;
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldTakeOffersOfManyThreads(String scheme) {
        join(scheme);
        int threads = 4;
        int each = 2_000;
        List<CompletableFuture<Void>> sending = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            sending.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < each; i++) {
                    SpMessage message = SpMessage.allocate(8);
                    message.body().putInt(number).putInt(i);
                    while (!right.pipe().offer(message)) {
                        Thread.yield();
                    }
                    assertThat(right.pipe().pending()).isLessThanOrEqualTo(16);
                }
            }));
        }
        sending.forEach(CompletableFuture::join);
        Until.isTrue("received", () -> left.received.size() == threads * each);
        int[] next = new int[threads];
        for (SpMessage message : left.received) {
            int number = message.body().getInt();
            assertThat(message.body().getInt(4)).isEqualTo(next[number]++);
        }
        Until.isTrue("told of room", () -> right.writable.get() > 0);
        Until.isTrue("written", () -> right.pipe().pending() == 0);
        assertThat(right.pipe().isWritable()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldSendOneMessageThroughManyPipes(String scheme) {
        join(scheme);
        TestEnd third = new TestEnd(left.context.options());
        BoundListener bound = transport.bind(SpAddress.parse(scheme + "://127.0.0.1:0"), third.context, third);
        TestEnd fourth = new TestEnd(left.context.options());
        transport.connect(bound.address(), fourth.context, fourth);
        SpMessage large = SpMessage.allocate(100_000);
        offer(right.pipe(), large.retain());
        offer(fourth.pipe(), large.retain());
        Until.isTrue("received", () -> left.received.size() == 1 && third.received.size() == 1);
        Until.isTrue("released", () -> !large.isShared());
        assertThat(left.received.get(0).bytes()).isEqualTo(large.bytes());
        assertThat(third.received.get(0).bytes()).isEqualTo(large.bytes());
        large.release();
        third.release();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldCloseWhatNobodyWants(String scheme) {
        left.unwilling = true;
        join(scheme);
        right.awaitEnd();
        assertThat(left.ends).isEmpty();
        assertThat(right.ends).hasSize(1);
        assertThat(right.failures).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldTellNobodyWhenADialIsGivenUp(String scheme) throws Exception {
        BoundListener bound = transport.bind(SpAddress.parse(scheme + "://127.0.0.1:0"), left.context, left);
        TestEnd fleeting = new TestEnd(right.context.options());
        transport.connect(bound.address(), fleeting.context, fleeting).close();
        AutoCloseable dialling = transport.connect(bound.address(), right.context, right);
        right.pipe();
        dialling.close(); // has no effect on a pipe
        offer(right.pipe(), SpMessage.of("still"));
        Until.isTrue("received", () -> left.received.size() == 1);
        assertThat(fleeting.failures).isEmpty();
        assertThat(fleeting.attached).isNotDone();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldTakeNobodyAfterTheListenerWasClosed(String scheme) {
        join(scheme);
        TestEnd closing = new TestEnd(left.context.options());
        for (int round = 0; round < 10; round++) {
            BoundListener bound = transport.bind(SpAddress.parse(scheme + "://127.0.0.1:0"), closing.context, closing);
            TestEnd late = new TestEnd(right.context.options());
            transport.connect(bound.address(), late.context, late);
            bound.close();
            boolean before = closing.attached.isDone();
            Until.isTrue("ended", () -> before || !late.failures.isEmpty() || !late.ends.isEmpty());
            assertThat(closing.attached.isDone()).isEqualTo(before);
        }
        offer(right.pipe(), SpMessage.of("others live on"));
        Until.isTrue("received", () -> left.received.size() == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls+tcp", "ws", "wss"})
    void shouldEndItsPipesAndThreadsWithTheTransport(String scheme) {
        join(scheme);
        transport.close();
        left.awaitEnd();
        right.awaitEnd();
        TestEnd.noThreads();
        assertRefused(right.pipe());
        right.pipe().close("late");
        right.pipe().resume();
        assertThat(right.ends).hasSize(1);
    }
}
