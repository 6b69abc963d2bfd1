// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** REP byte by byte and step by step, on pipes without a transport. */
@Timeout(30)
class ReplyPatternTest {
    private final SocketEngine engine = SocketEngine.of(new TimedHost(new ManualTimers()));
    private SocketCore core;
    private ReplyPattern pattern;
    private ReplyContext context;

    private void open(SocketOptions options) {
        core = new SocketCore(Protocol.REP, options, engine);
        pattern = new ReplyPattern(core);
        core.start(pattern);
        context = pattern.newContext();
    }

    @AfterEach
    void close() {
        pattern.close(new SpException(SpError.CLOSED, "end of test"));
    }

    private FakePipe attached() {
        FakePipe pipe = new FakePipe(Protocol.REQ);
        pattern.attach(pipe);
        return pipe;
    }

    private boolean arrive(FakePipe pipe, String hex) {
        SpMessage message = FakePipe.arriving(hex);
        boolean taken = pattern.onMessage(pipe, message);
        if (!taken) {
            message.release();
        }
        return taken;
    }

    private String receivedText() {
        return Steps.text(context.tryReceive().orElseThrow());
    }

    @Test
    void shouldSendTheWordsOfTheRequestBack() {
        open(SocketOptions.defaults());
        FakePipe pipe = attached();
        FakePipe other = attached();
        assertThat(arrive(pipe, "80000001 70696e67")).isTrue();
        assertThat(receivedText()).isEqualTo("ping");
        context.send(SpMessage.of("pong"));
        assertThat(pipe.written()).containsExactly("80000001706f6e67");
        assertThat(arrive(pipe, "00000005 7fffffff 00000000 ffffffff")).isTrue();
        assertThat(receivedText()).isEmpty();
        context.send(SpMessage.of(""));
        assertThat(pipe.written()).containsExactly("000000057fffffff00000000ffffffff");
        assertThat(other.written()).isEmpty();
    }

    @Test
    void shouldDropMalformedRequestsAndKeepThePipe() {
        open(SocketOptions.defaults());
        FakePipe pipe = attached();
        for (String hex : List.of("", "800000", "00000001", "00000001 00000002 8000")) {
            assertThat(arrive(pipe, hex)).isTrue();
        }
        assertThat(core.counters().read(0).dropped(DropReason.MALFORMED)).isEqualTo(4);
        assertThat(pipe.isWritable()).isTrue();
        assertThat(context.tryReceive()).isEmpty();
    }

    @Test
    void shouldTakeARefusedRequestAsItWas() {
        open(SocketOptions.builder().receiveBuffer(1).build());
        FakePipe pipe = attached();
        assertThat(arrive(pipe, "80000001 61")).isTrue();
        SpMessage second = FakePipe.arriving("00000007 80000002 62");
        assertThat(pattern.onMessage(pipe, second)).isFalse();
        assertThat(pattern.onMessage(pipe, second)).isFalse();
        assertThat(receivedText()).isEqualTo("a");
        assertThat(pipe.resumes()).isPositive();
        assertThat(pattern.onMessage(pipe, second)).isTrue();
        assertThat(receivedText()).isEqualTo("b");
        context.send(SpMessage.of("B"));
        assertThat(pipe.written()).containsExactly("000000078000000242");
    }

    @Test
    void shouldGiveEachPipeItsShareOfTheLine() {
        open(SocketOptions.builder().receiveBuffer(8).build());
        FakePipe busy = attached();
        FakePipe calm = attached();
        int taken = 0;
        while (arrive(busy, "80000001 61")) {
            taken++;
        }
        assertThat(taken).isEqualTo(4);
        assertThat(arrive(calm, "80000001 62")).isTrue();
        for (int i = 0; i < taken; i++) {
            assertThat(receivedText()).isEqualTo("a");
        }
        assertThat(receivedText()).isEqualTo("b");
        assertThat(busy.resumes()).isEqualTo(1);
        assertThat(calm.resumes()).isZero();
    }

    @Test
    void shouldWaitForRoomTowardsTheAsker() {
        open(SocketOptions.defaults());
        FakePipe pipe = attached().room(0);
        arrive(pipe, "80000001 61");
        receivedText();
        SpMessage answer = SpMessage.of("A");
        assertThat(context.trySend(answer)).isFalse();
        assertThat(answer.headerSize()).isZero();
        Promise<Void> sent = context.sendLater(answer); // the request is still open
        assertThat(sent.isSettled()).isFalse();
        pipe.room(1);
        pattern.onWritable(pipe);
        assertThat(pipe.written()).containsExactly("8000000141");
    }

    @Test
    void shouldDropAnAnswerThatWaitedForALostPipe() {
        open(SocketOptions.defaults());
        FakePipe pipe = attached().room(0);
        arrive(pipe, "80000001 61");
        receivedText();
        SpMessage answer = SpMessage.of("A");
        context.sendLater(answer);
        pattern.onClosed(pipe, "lost");
        assertThat(core.counters().read(0).dropped(DropReason.PEER_GONE)).isEqualTo(1);
    }

    @Test
    void shouldDropWithBestEffortWhenThereIsNoRoom() {
        open(SocketOptions.builder().bestEffort(true).build());
        FakePipe pipe = attached().room(0);
        arrive(pipe, "80000001 61");
        receivedText();
        context.send(SpMessage.of("A"));
        assertThat(core.counters().read(0).dropped(DropReason.SEND_QUEUE_FULL)).isEqualTo(1);
    }

    @Test
    void shouldHandOverSoManyRequestsAtATime() throws InterruptedException {
        open(SocketOptions.builder().receiveBuffer(2).build());
        FakePipe pipe = attached().room(0);
        Semaphore handed = new Semaphore(0);
        pattern.serve(request -> {
            handed.release();
            return Promise.of(request);
        });
        int taken = 0;
        while (arrive(pipe, "80000001 61")) {
            taken++;
        }
        assertThat(taken).isEqualTo(4); // two whose answers find no room, two that wait
        assertThat(handed.drainPermits()).isEqualTo(2);
        pipe.room(1);
        pattern.onWritable(pipe);
        assertThat(handed.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThat(handed.tryAcquire()).isFalse();
        assertThat(pipe.written()).containsExactly("8000000161");
        pipe.room(1);
        pattern.onWritable(pipe);
        assertThat(handed.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }
}
