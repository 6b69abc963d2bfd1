// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SocketStats;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.PipeHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** REQ byte by byte and step by step: pipes without a transport, time without a clock. */
@Timeout(30)
class RequestPatternTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String PING = "70696e67";

    private final ManualTimers timers = new ManualTimers();
    private SocketCore core;
    private RequestPattern pattern;
    private RequestContext context;

    private void open(SocketOptions options) {
        core = new SocketCore(Protocol.REQ, options, SocketEngine.of(new TimedHost(timers)));
        pattern = new RequestPattern(core);
        core.start(pattern);
        context = new RequestContext(core, pattern);
    }

    @AfterEach
    void close() {
        pattern.close(new SpException(SpError.CLOSED, "end of test"));
    }

    private FakePipe attached() {
        FakePipe pipe = new FakePipe(Protocol.REP);
        assertThat(pattern.attach(pipe)).isTrue();
        return pipe;
    }

    private Promise<SpMessage> request(String text) {
        return RequestPromise.ask(pattern, core, SpMessage.of(text));
    }

    private static String only(FakePipe pipe) {
        List<String> written = pipe.written();
        assertThat(written).hasSize(1);
        return written.get(0);
    }

    private void reply(FakePipe pipe, String hex) {
        assertThat(pattern.onMessage(pipe, FakePipe.arriving(hex))).isTrue();
    }

    private SocketStats stats() {
        return core.counters().read(0);
    }

    private static void assertFailed(Promise<?> promise, SpError reason) {
        assertThatThrownBy(() -> promise.await(LIMIT))
                .isInstanceOfSatisfying(
                        SpException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void shouldPutANumberWithItsHighestBitBeforeTheBody() {
        open(SocketOptions.defaults());
        FakePipe pipe = attached();
        context.send(SpMessage.of("ping"));
        String first = only(pipe);
        context.send(SpMessage.of("ping"));
        String second = only(pipe);
        assertThat(first).matches("[89a-f][0-9a-f]{7}" + PING);
        int id = Integer.parseUnsignedInt(first.substring(0, 8), 16);
        assertThat(Integer.parseUnsignedInt(second.substring(0, 8), 16)).isEqualTo((id + 1) | Integer.MIN_VALUE);
        reply(pipe, second.substring(0, 8) + "706f6e67");
        assertThat(Steps.text(context.receive(LIMIT))).isEqualTo("pong");
    }

    @Test
    void shouldIgnoreAndCountWhatAnswersNothing() {
        open(SocketOptions.defaults());
        FakePipe pipe = attached();
        Promise<SpMessage> promise = request("ping");
        String id = only(pipe).substring(0, 8);
        reply(pipe, "");
        reply(pipe, "800000");
        reply(pipe, "00000001" + PING);
        reply(pipe, String.format("%08x", Integer.parseUnsignedInt(id, 16) ^ 1) + PING);
        assertThat(promise.isSettled()).isFalse();
        assertThat(stats().dropped(DropReason.MALFORMED)).isEqualTo(3);
        assertThat(stats().dropped(DropReason.LATE)).isEqualTo(1);
        reply(pipe, id + "31");
        reply(pipe, id + "32");
        assertThat(Steps.text(promise.await(LIMIT))).isEqualTo("1");
        assertThat(stats().dropped(DropReason.LATE)).isEqualTo(2);
    }

    @Test
    void shouldSendAgainWhenTheTimeIsOver() {
        open(SocketOptions.builder().resendTime(Duration.ofSeconds(60)).build());
        FakePipe left = attached();
        FakePipe right = attached();
        Promise<SpMessage> early = request("early");
        timers.advance(Duration.ofSeconds(20));
        Promise<SpMessage> late = request("late");
        String earlyBytes = only(left);
        String lateBytes = only(right);
        timers.advance(Duration.ofMillis(39_999));
        assertThat(left.written()).isEmpty();
        timers.advance(Duration.ofMillis(1));
        assertThat(only(left)).isEqualTo(earlyBytes);
        timers.advance(Duration.ofSeconds(20));
        assertThat(only(right)).isEqualTo(lateBytes);
        assertThat(left.written()).isEmpty();
        reply(right, earlyBytes.substring(0, 8) + "61"); // whoever answers first
        reply(left, lateBytes.substring(0, 8) + "62");
        assertThat(Steps.text(early.await(LIMIT))).isEqualTo("a");
        assertThat(Steps.text(late.await(LIMIT))).isEqualTo("b");
        timers.advance(Duration.ofMinutes(5));
        assertThat(left.written()).isEmpty();
        assertThat(right.written()).isEmpty();
        assertThat(stats().resent()).isEqualTo(2);
        assertThat(stats().sent()).isEqualTo(2);
        assertThat(timers.pending()).isZero();
    }

    @Test
    void shouldSendAgainAtOnceWhenThePipeIsLost() {
        open(SocketOptions.defaults());
        FakePipe left = attached();
        Promise<SpMessage> promise = request("ping");
        String bytes = only(left);
        pattern.onClosed(left, "lost");
        FakePipe right = attached(); // waits until somebody is there
        assertThat(only(right)).isEqualTo(bytes);
        timers.advance(Duration.ofSeconds(60));
        assertThat(only(right)).isEqualTo(bytes);
        pattern.close(new SpException(SpError.CLOSED, "closed"));
        assertFailed(promise, SpError.CLOSED);
        assertThat(timers.pending()).isZero();
    }

    @Test
    void shouldLetTheMessageGoOnceItIsSentWhenItIsNeverSentAgain() {
        open(SocketOptions.builder().resendTime(Duration.ZERO).build());
        FakePipe pipe = attached().room(0);
        SpMessage direct = SpMessage.of("direct");
        SpMessage queued = SpMessage.of("queued");
        Promise<SpMessage> later = RequestPromise.ask(pattern, core, queued);
        pipe.room(2);
        pattern.onWritable(pipe);
        Promise<SpMessage> now = RequestPromise.ask(pattern, core, direct);
        assertThatThrownBy(queued::release).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(direct::release).isInstanceOf(IllegalStateException.class);
        pattern.onClosed(pipe, "lost");
        assertFailed(now, SpError.CONNECTION_LOST);
        assertFailed(later, SpError.CONNECTION_LOST);
        assertThat(timers.pending()).isZero();
    }

    @Test
    void shouldKeepTheMessageUntilItIsAnswered() {
        open(SocketOptions.defaults());
        FakePipe pipe = attached();
        SpMessage message = SpMessage.of("kept");
        SpMessage same = message.retain();
        Promise<SpMessage> promise = RequestPromise.ask(pattern, core, message);
        String id = only(pipe).substring(0, 8);
        assertThatThrownBy(message::release).isInstanceOf(IllegalStateException.class); // the pipe has let go
        assertThat(same.isShared()).isTrue(); // and the pattern has not
        reply(pipe, id);
        assertThat(Steps.text(promise.await(LIMIT))).isEmpty();
        assertThat(same.isShared()).isFalse();
        same.release();
    }

    @Test
    void shouldKeepOrderAndMessagesWhileThereIsNoRoom() {
        open(SocketOptions.defaults());
        FakePipe pipe = attached().room(1);
        List<Promise<SpMessage>> promises = new ArrayList<>();
        for (String text : List.of("a", "b", "c", "d")) {
            promises.add(request(text));
        }
        assertThat(only(pipe)).endsWith("61");
        SpMessage refused = SpMessage.of("e");
        assertThat(context.trySend(refused)).isFalse();
        assertThat(refused.headerSize()).isZero();
        refused.release(); // it is still ours
        promises.get(2).cancel();
        pipe.room(1);
        pattern.onWritable(pipe);
        assertThat(only(pipe)).endsWith("62");
        pipe.room(5);
        pattern.onWritable(pipe);
        assertThat(only(pipe)).endsWith("64");
        assertThat(stats().sent()).isEqualTo(3);
    }

    @Test
    void shouldSendLostRequestsBeforeNewOnes() {
        open(SocketOptions.defaults());
        FakePipe left = attached();
        FakePipe right = attached();
        request("1");
        request("2");
        request("3");
        left.written();
        right.written();
        right.room(0);
        request("4");
        request("5");
        left.written();
        pattern.onClosed(left, "lost"); // it had 1, 3, 4 and 5
        right.room(3);
        pattern.onWritable(right);
        assertThat(right.written()).map(hex -> hex.substring(8)).containsExactly("31", "33", "34");
        request("6");
        right.room(5);
        pattern.onWritable(right);
        assertThat(right.written()).map(hex -> hex.substring(8)).containsExactly("35", "36");
        assertThat(stats().resent()).isEqualTo(4);
    }

    @Test
    void shouldPassOverPipesWithoutRoom() {
        open(SocketOptions.defaults());
        FakePipe left = attached().room(1);
        FakePipe right = attached();
        for (int i = 0; i < 5; i++) {
            request("x");
        }
        assertThat(left.written()).hasSize(1);
        assertThat(right.written()).hasSize(4);
    }

    @Test
    void shouldFailWithoutPeersWhenToldSo() {
        open(SocketOptions.builder().failNoPeers(true).build());
        assertFailed(request("nobody"), SpError.NO_PEERS);
        assertThatThrownBy(() -> context.send("nobody".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("nobody is connected");
    }

    @Test
    void shouldFailWhenTheLastPeerLeavesInTheMomentItRefuses() {
        open(SocketOptions.builder().failNoPeers(true).build());
        FakePipe leaving = new FakePipe(Protocol.REP).room(0);
        PipeHandler handler = core.attach(leaving, null);
        leaving.whenRefused(() -> handler.onClosed(leaving, "lost"));
        assertFailed(request("nobody"), SpError.NO_PEERS);
    }

    @Test
    void shouldSendLaterWithBestEffort() {
        open(SocketOptions.builder().bestEffort(true).build());
        context.send(SpMessage.of("a"));
        context.send(SpMessage.of("b")); // takes the place of the first
        FakePipe pipe = attached();
        String bytes = only(pipe);
        assertThat(bytes).endsWith("62");
        reply(pipe, bytes);
        assertThat(Steps.text(context.receive(LIMIT))).isEqualTo("b");
    }

    @Test
    void shouldNotMissAPipeThatIsLostDuringTheOffer() {
        open(SocketOptions.defaults());
        FakePipe other = new FakePipe(Protocol.REP);
        FakePipe dying = attached();
        dying.whenOffered(() -> {
            pattern.onClosed(dying, "lost");
            pattern.attach(other);
        });
        Promise<SpMessage> promise = request("ping");
        String bytes = only(other);
        reply(other, bytes);
        assertThat(Steps.text(promise.await(LIMIT))).isEqualTo("ping");
    }
}
