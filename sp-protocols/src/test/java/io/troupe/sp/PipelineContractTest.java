// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Meeting.LIMIT;
import static io.troupe.sp.Meeting.dial;
import static io.troupe.sp.Meeting.fails;
import static io.troupe.sp.Meeting.fresh;
import static io.troupe.sp.Meeting.join;
import static io.troupe.sp.Meeting.nothing;
import static io.troupe.sp.Meeting.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.testkit.Await;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PUSH and PULL over each transport. */
@Timeout(60)
class PipelineContractTest {
    private static final String WIRES = "io.troupe.sp.Wires#all";
    private static final byte[] MUCH = new byte[100_000];
    private static final byte[] SOME = new byte[20_000];
    private static final SocketOptions SMALL =
            SocketOptions.builder().sendBuffer(1).receiveBuffer(1).build();

    /** More than any pipe takes; returns the last one. */
    private static Promise<Void> sendMuch(SendingSocket push) {
        Promise<Void> last = Promise.done();
        for (int i = 0; i < 300; i++) {
            last = push.sendLater(SpMessage.wrap(ByteBuffer.wrap(MUCH)));
        }
        assertThat(last.isSettled()).isFalse();
        return last;
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldHandOutInTurn(Wire wire) {
        int each = 20;
        try (SendingSocket push = Sockets.push(wire.options());
                ReceivingSocket one = Sockets.pull(wire.options());
                ReceivingSocket two = Sockets.pull(wire.options());
                ReceivingSocket three = Sockets.pull(wire.options())) {
            String uri = push.listen(fresh(wire)).uri();
            dial(push, one, uri);
            dial(push, two, uri);
            dial(push, three, uri);
            for (int i = 0; i < 3 * each; i++) {
                push.send(SpMessage.of("job " + i));
            }
            for (ReceivingSocket pull : new ReceivingSocket[] {one, two, three}) {
                int last = Integer.parseInt(text(pull).substring(4));
                for (int i = 1; i < each; i++) {
                    int next = Integer.parseInt(text(pull).substring(4));
                    assertThat(next).isEqualTo(last + 3);
                    last = next;
                }
                nothing(pull);
            }
            assertThat(push.stats().sent()).isEqualTo(3L * each);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldPassOverThoseWhoAreGone(Wire wire) {
        try (SendingSocket push = Sockets.push(wire.options());
                ReceivingSocket leaves = Sockets.pull(wire.options());
                ReceivingSocket stays = Sockets.pull(wire.options())) {
            String uri = push.listen(fresh(wire)).uri();
            dial(push, leaves, uri);
            dial(push, stays, uri);
            leaves.close(LIMIT);
            Await.until("one has left", LIMIT, () -> push.pipes().size() == 1);
            for (int i = 0; i < 10; i++) {
                push.send(SpMessage.of("job " + i));
            }
            for (int i = 0; i < 10; i++) {
                assertThat(text(stays)).isEqualTo("job " + i);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldGiveWhatWaitsToWhoComesNext(Wire wire) {
        try (SendingSocket push = Sockets.push(wire.options(SMALL));
                ReceivingSocket full = Sockets.pull(wire.options(SMALL));
                ReceivingSocket next = Sockets.pull(wire.options())) {
            String uri = push.listen(fresh(wire)).uri();
            dial(push, full, uri);
            sendMuch(push);
            dial(push, next, uri);
            try (SpMessage message = next.receive(LIMIT)) {
                assertThat(message.size()).isEqualTo(MUCH.length);
            }
            push.close(Duration.ZERO);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldWaitForSomebodyToPull(Wire wire) {
        try (SendingSocket push = Sockets.push(wire.options());
                ReceivingSocket pull = Sockets.pull(wire.options())) {
            SpMessage message = SpMessage.of("early");
            assertThat(push.trySend(message)).isFalse();
            fails(SpError.TIMED_OUT, () -> push.send(message, Duration.ofMillis(1)));
            Promise<Void> sent = push.sendLater(message);
            assertThat(sent.isSettled()).isFalse();
            join(push, pull, wire);
            sent.await(LIMIT);
            assertThat(text(pull)).isEqualTo("early");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldFailWithoutPeersIfToldSo(Wire wire) {
        try (SendingSocket push = Sockets.push(
                        wire.options(SMALL).toBuilder().failNoPeers(true).build());
                ReceivingSocket pull = Sockets.pull(wire.options(SMALL));
                SpMessage message = SpMessage.of("nobody")) {
            fails(SpError.NO_PEERS, () -> push.send(message));
            join(push, pull, wire);
            Promise<Void> last = sendMuch(push);
            pull.close(LIMIT);
            fails(SpError.NO_PEERS, () -> last.await(LIMIT));
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldLoseOnlyWhatThePipeHadTaken(Wire wire) {
        try (SendingSocket push = Sockets.push(wire.options(SMALL));
                ReceivingSocket leaves = Sockets.pull(wire.options(SMALL));
                ReceivingSocket next = Sockets.pull(wire.options())) {
            String uri = push.listen(fresh(wire)).uri();
            dial(push, leaves, uri);
            Promise<Void> last = sendMuch(push);
            leaves.close(Duration.ZERO);
            Await.until("it has left", LIMIT, () -> push.pipes().isEmpty());
            assertThat(last.isSettled()).isFalse();
            long lost = push.stats().dropped(DropReason.PEER_GONE);
            assertThat(lost).isLessThan(5);
            dial(push, next, uri);
            Await.until("all is sent", LIMIT, () -> {
                while (next.tryReceive().map(Meeting::released).isPresent()) {
                    // one more
                }
                return last.isSettled() && push.stats().sent() == 300;
            });
            assertThat(push.stats().dropped(DropReason.PEER_GONE)).isEqualTo(lost);
            assertThat(push.stats().dropped(DropReason.CLOSED)).isZero();
        }
    }

    /** Many threads push while the peer leaves. */
    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldHaveCountedWhatIsLostWhenAPipeIsGone(Wire wire) {
        SocketOptions little = wire.options().toBuilder()
                .sendBuffer(4)
                .receiveBuffer(1)
                .linger(Duration.ZERO)
                .build();
        try (SendingSocket push = Sockets.push(little)) {
            String uri = push.listen(fresh(wire)).uri();
            for (int round = 0; round < 10; round++) {
                long lost = leftWhilePushed(push, uri, little);
                assertThat(push.stats().dropped(DropReason.PEER_GONE)).isEqualTo(lost);
            }
        }
    }

    /** What was counted as lost when the pipe was gone. */
    private static long leftWhilePushed(SendingSocket push, String uri, SocketOptions options) {
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<Void>> pushing = new ArrayList<>();
        try (ReceivingSocket leaves = Sockets.pull(options)) {
            dial(push, leaves, uri);
            for (int thread = 0; thread < 3; thread++) {
                pushing.add(CompletableFuture.runAsync(() -> {
                    while (!over.get()) {
                        SpMessage message = SpMessage.wrap(ByteBuffer.wrap(SOME));
                        if (!push.trySend(message)) {
                            message.release();
                        }
                    }
                }));
            }
            leaves.receive(LIMIT).release();
        }
        Await.until("it has left", LIMIT, () -> push.pipes().isEmpty());
        long lost = push.stats().dropped(DropReason.PEER_GONE);
        over.set(true);
        pushing.forEach(CompletableFuture::join);
        return lost;
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldDropWhatWouldWaitIfToldSo(Wire wire) {
        try (SendingSocket push =
                        Sockets.push(wire.options().toBuilder().bestEffort(true).build());
                ReceivingSocket pull = Sockets.pull(wire.options())) {
            push.send(SpMessage.of("dropped"));
            assertThat(push.stats().dropped(DropReason.SEND_QUEUE_FULL)).isEqualTo(1);
            join(push, pull, wire);
            push.send(SpMessage.of("taken"));
            assertThat(text(pull)).isEqualTo("taken");
        }
    }

    /** Both have more to send all the time. Threads of a library's loops are shared as it likes, so shares differ more there. */
    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldTakeFromAllWhoPush(Wire wire) {
        int many = 2000;
        SocketOptions little = wire.options().toBuilder()
                .receiveBuffer(4)
                .sendBuffer(16)
                .linger(Duration.ZERO)
                .build(); // what is left over is of no interest
        try (ReceivingSocket pull = Sockets.pull(little);
                SendingSocket one = Sockets.push(little);
                SendingSocket two = Sockets.push(little)) {
            String uri = pull.listen(fresh(wire)).uri();
            dial(pull, one, uri);
            dial(pull, two, uri);
            for (int i = 0; i < many; i++) {
                one.sendLater(SpMessage.wrap(ByteBuffer.wrap(SOME)));
                two.sendLater(SpMessage.wrap(ByteBuffer.wrap(SOME)));
            }
            Map<Integer, Integer> counts = new HashMap<>();
            for (int i = 0; i < many; i++) {
                try (SpMessage message = pull.receive(LIMIT)) {
                    counts.merge(message.pipe(), 1, Integer::sum);
                }
            }
            int least = wire.isOnNetty() ? many / 10 : many / 4;
            assertThat(counts).hasSize(2);
            assertThat(counts.values()).allMatch(count -> count >= least);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldRefuseTheOtherDirection(Wire wire) {
        try (DuplexSocket push = Raw.push(wire.options());
                DuplexSocket pull = Raw.pull(wire.options());
                SpMessage message = SpMessage.of("x")) {
            join(push, pull, wire);
            fails(SpError.NOT_SUPPORTED, push::receive);
            fails(SpError.NOT_SUPPORTED, () -> pull.send(message));
        }
    }
}
