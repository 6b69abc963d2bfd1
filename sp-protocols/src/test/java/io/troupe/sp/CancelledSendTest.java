// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Steps.LIMIT;
import static io.troupe.sp.Steps.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The promise of a send that is cancelled, or has a deadline of its own, before there is a peer. */
@Timeout(60)
class CancelledSendTest {
    private static final SocketOptions OPTIONS =
            SocketOptions.builder().linger(Duration.ZERO).build();

    /** Two kinds of sockets that talk to each other. */
    private record Pairing(SocketKind<? extends PatternSocket> sender, SocketKind<? extends PatternSocket> receiver) {}

    static Stream<Pairing> pairings() {
        return Stream.of(
                new Pairing(SocketKind.PAIR, SocketKind.PAIR),
                new Pairing(SocketKind.PUSH, SocketKind.PULL),
                new Pairing(SocketKind.REQ, SocketKind.REP),
                new Pairing(SocketKind.raw(Protocol.PAIR1), SocketKind.raw(Protocol.PAIR1)));
    }

    private static void assertNotSent(DuplexSocket sender, DuplexSocket receiver) {
        receiver.listen("inproc://cancelled-send");
        sender.dial("inproc://cancelled-send").connected().await(LIMIT);
        sender.send(SpMessage.of("kept"));
        assertThat(text(receiver.receive(LIMIT))).isEqualTo("kept");
        assertThat(sender.stats().sent()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void shouldReleaseAndNotSendWhatWasCancelled(Pairing pairing) {
        try (DuplexSocket sender = pairing.sender().open(OPTIONS);
                DuplexSocket receiver = pairing.receiver().open(OPTIONS);
                SpMessage message = SpMessage.of("cancelled")) {
            Promise<Void> cancelled = sender.sendLater(message.retain());
            assertThat(cancelled.cancel()).isTrue();
            assertThat(message.isShared()).isFalse();
            assertNotSent(sender, receiver);
        }
    }

    @ParameterizedTest
    @MethodSource("pairings")
    void shouldReleaseAndNotSendWhatTookTooLong(Pairing pairing) {
        try (DuplexSocket sender = pairing.sender().open(OPTIONS);
                DuplexSocket receiver = pairing.receiver().open(OPTIONS);
                SpMessage message = SpMessage.of("late")) {
            Promise<Void> late = sender.sendLater(message.retain()).timeout(Duration.ofMillis(1));
            assertThatThrownBy(() -> late.await(LIMIT)).isNotNull();
            Until.isTrue("released", () -> !message.isShared());
            assertNotSent(sender, receiver);
        }
    }
}
