// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Meeting.LIMIT;
import static io.troupe.sp.Meeting.dial;
import static io.troupe.sp.Meeting.dropped;
import static io.troupe.sp.Meeting.fails;
import static io.troupe.sp.Meeting.fresh;
import static io.troupe.sp.Meeting.join;
import static io.troupe.sp.Meeting.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PAIR1 over each transport. */
@Timeout(60)
class Pair1ContractTest {
    private static final String WIRES = "io.troupe.sp.Wires#all";

    private static SpMessage hops(int word, String text) {
        SpMessage message = SpMessage.of(text);
        message.pushHeader(word);
        return message;
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCarryMessagesBothWaysInOrderThroughSmallQueues(Wire wire) throws InterruptedException {
        int many = 300;
        SocketOptions small =
                wire.options().toBuilder().receiveBuffer(1).sendBuffer(1).build();
        try (DuplexSocket left = Sockets.pair1(small);
                DuplexSocket right = Sockets.pair1(small)) {
            join(left, right, wire);
            Thread sender =
                    new Thread(() -> IntStream.range(0, many).forEach(i -> left.send(SpMessage.of("there " + i))));
            sender.start();
            for (int i = 0; i < many; i++) {
                try (SpMessage message = right.receive(LIMIT)) {
                    assertThat(message.text()).isEqualTo("there " + i);
                    assertThat(message.headerSize()).isZero();
                }
            }
            sender.join();
            right.send(SpMessage.of("back"));
            assertThat(text(left)).isEqualTo("back");
        }
    }

    /** Whoever is turned away tries again soon. */
    private static SocketOptions soon(Wire wire) {
        return wire.options().toBuilder()
                .reconnectMin(Duration.ofMillis(5))
                .reconnectMax(Duration.ofMillis(50))
                .build();
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldTurnASecondPeerAway(Wire wire) {
        try (DuplexSocket first = Sockets.pair1(wire.options());
                DuplexSocket second = Sockets.pair1(wire.options());
                DuplexSocket third = Sockets.pair1(soon(wire))) {
            String uri = first.listen(fresh(wire)).uri();
            dial(first, second, uri);
            third.dial(uri);
            Await.until("the third was turned away", LIMIT, () -> first.stats().rejected() > 0);
            first.send(SpMessage.of("for the second"));
            assertThat(text(second)).isEqualTo("for the second");
            int number = first.pipes().get(0).id();
            second.close(LIMIT);
            Await.until(
                    "the second has left", LIMIT, () -> first.pipes().stream().noneMatch(pipe -> pipe.id() == number));
            first.send(SpMessage.of("for the third"), LIMIT);
            assertThat(text(third)).isEqualTo("for the third");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldCountHops(Wire wire) {
        try (DuplexSocket raw = Raw.pair1(wire.options());
                DuplexSocket cooked = Sockets.pair1(wire.options())) {
            join(raw, cooked, wire);
            cooked.send(SpMessage.of("first"));
            try (SpMessage message = raw.receive(LIMIT)) {
                assertThat(message.headerSize()).isEqualTo(1);
                assertThat(message.headerWord(0)).isEqualTo(2); // sent with 1, one more when sent on
                assertThat(message.text()).isEqualTo("first");
            }
            raw.send(SpMessage.of("new"));
            assertThat(text(cooked)).isEqualTo("new");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldDropWhatHasComeTooFarOrIsMalformed(Wire wire) {
        try (DuplexSocket raw = Raw.pair1(wire.options());
                DuplexSocket cooked = Sockets.pair1(wire.options())) {
            join(raw, cooked, wire);
            for (int word : new int[] {0, 9, 1, 0x100, 7, 0xff, 8, -1, Integer.MIN_VALUE}) {
                raw.send(hops(word, "hops " + word));
            }
            for (int word : new int[] {0, 1, 7, 8}) {
                assertThat(text(cooked)).isEqualTo("hops " + word);
            }
            dropped(cooked, DropReason.TTL, 2);
            dropped(cooked, DropReason.MALFORMED, 3);
            SpMessage wrong = hops(1, "x");
            wrong.pushHeader(1);
            fails(SpError.STATE, () -> raw.send(wrong));
            wrong.release();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldTalkToEachOfManyPeers(Wire wire) {
        try (DuplexSocket poly = Sockets.pair1Poly(wire.options());
                DuplexSocket one = Sockets.pair1(wire.options());
                DuplexSocket two = Sockets.pair1(wire.options());
                DuplexSocket three = Sockets.pair1(wire.options())) {
            List<DuplexSocket> peers = List.of(one, two, three);
            String uri = poly.listen(fresh(wire)).uri();
            peers.forEach(peer -> dial(poly, peer, uri));
            for (DuplexSocket peer : peers) {
                peer.send(SpMessage.of("hello from " + peers.indexOf(peer)));
            }
            for (int i = 0; i < peers.size(); i++) {
                try (SpMessage message = poly.receive(LIMIT)) {
                    poly.send(SpMessage.of("you said " + message.text()).pipe(message.pipe()));
                }
            }
            for (DuplexSocket peer : peers) {
                assertThat(text(peer)).isEqualTo("you said hello from " + peers.indexOf(peer));
            }
            for (int i = 0; i < peers.size(); i++) {
                poly.send(SpMessage.of("any"));
            }
            for (DuplexSocket peer : peers) {
                assertThat(text(peer)).isEqualTo("any");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldNotWaitForOneOfManyPeers(Wire wire) {
        SocketOptions small =
                wire.options().toBuilder().receiveBuffer(1).sendBuffer(1).build();
        try (DuplexSocket poly = Sockets.pair1Poly(small);
                DuplexSocket full = Sockets.pair1(small);
                DuplexSocket other = Sockets.pair1(wire.options())) {
            String uri = poly.listen(fresh(wire)).uri();
            dial(poly, full, uri);
            int number = poly.pipes().get(0).id();
            dial(poly, other, uri);
            int given = 0;
            while (poly.stats().dropped(DropReason.SEND_QUEUE_FULL) == 0) {
                poly.send(SpMessage.allocate(100_000).pipe(number), Duration.ofMillis(1));
                given++;
            }
            assertThat(poly.stats().sent()).isEqualTo(given - 1); // either sent or dropped
            poly.send(SpMessage.of("any"));
            assertThat(text(other)).isEqualTo("any");
            full.close(Duration.ZERO);
            Await.until("one is gone", LIMIT, () -> poly.pipes().size() == 1);
            poly.send(SpMessage.of("nobody").pipe(number));
            assertThat(poly.stats().dropped(DropReason.PEER_GONE)).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldWaitForTheFirstOfManyPeers(Wire wire) {
        try (DuplexSocket poly = Sockets.pair1Poly(wire.options());
                DuplexSocket peer = Sockets.pair1(wire.options())) {
            Promise<Void> early = poly.sendLater(SpMessage.of("early"));
            assertThat(early.isSettled()).isFalse();
            join(poly, peer, wire);
            early.await(LIMIT);
            assertThat(text(peer)).isEqualTo("early");
        }
    }
}
