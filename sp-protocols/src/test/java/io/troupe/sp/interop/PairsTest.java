// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.NeedsPeers;
import io.troupe.sp.peers.PanicRetry;
import io.troupe.sp.peers.Peer;
import io.troupe.sp.peers.PeerProcess;
import io.troupe.sp.peers.Pynng;
import io.troupe.sp.peers.PynngSocket;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketDialer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is one to one, and who is one to many. */
@NeedsPeers(Peer.PYNNG)
@Timeout(120)
@ExtendWith(PanicRetry.class)
@Tag("interop")
class PairsTest {
    private static Pynng pynng;

    @BeforeAll
    static void start() {
        pynng = Pynng.start();
    }

    @AfterAll
    static void end() {
        if (pynng != null) {
            pynng.close();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"PAIR0", "PAIR1"})
    void shouldTakeItsTurnWhenTheyAreTaken(Role role) {
        String uri = Addresses.fresh(Scheme.TCP);
        try (PynngSocket theirs = pynng.open(role).listen(uri);
                Ours second = Ours.open(role)) {
            SocketDialer dialer;
            try (Ours first = Ours.open(role).dial(uri)) {
                first.send("I am first");
                assertThat(theirs.receive()).isEqualTo("I am first");
                dialer = second.socket().dial(uri);
                Until.isTrue(
                        "they turned the second away", () -> dialer.lastError().isPresent());
                theirs.send("to the first");
                assertThat(first.receive()).isEqualTo("to the first");
                assertThat(theirs.joined()).hasSize(1);
            }
            theirs.awaitLeft();
            Until.isTrue("the second came in", () -> theirs.joined().size() == 2);
            theirs.send("to the second");
            assertThat(second.receive()).isEqualTo("to the second");
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"PAIR0", "PAIR1"})
    void shouldTurnAwayTheirSecond(Role role) {
        String uri = Addresses.fresh(Scheme.IPC);
        try (Ours ours = Ours.open(role).listen(uri);
                PynngSocket second = pynng.open(role)) {
            try (PeerProcess first =
                    Peer.NNGCAT.as(role).dial(uri).data("I am first").start()) {
                assertThat(ours.receive()).isEqualTo("I am first");
                second.dial(uri);
                Until.isTrue(
                        "we turned the second away", () -> ours.socket().stats().rejected() > 0);
                ours.send("to the first");
                assertThat(first.awaitMessage()).isEqualTo("to the first");
                assertThat(ours.socket().stats().connected()).isEqualTo(1);
                first.kill();
            }
            Until.isTrue("the second came in", () -> ours.socket().stats().connected() == 2);
            ours.send("to the second");
            assertThat(second.receive()).isEqualTo("to the second");
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "WS"})
    void shouldSendToOneOfMany(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (DuplexSocket many = Sockets.pair1Poly(Ours.patient())) {
            many.listen(uri);
            try (PynngSocket one = pynng.open(Role.PAIR1).dial(uri);
                    PeerProcess other = Peer.NNGCAT
                            .as(Role.PAIR1)
                            .dial(uri)
                            .data("I am other")
                            .start()) {
                int toOther = pipeOf(many, "I am other");
                one.awaitJoined().send("I am one");
                int toOne = pipeOf(many, "I am one");

                many.send(SpMessage.of("for one").pipe(toOne));
                assertThat(one.receive()).isEqualTo("for one");
                many.send(SpMessage.of("for other").pipe(toOther));
                assertThat(other.awaitMessage()).isEqualTo("for other");
            }
        }
    }

    private static int pipeOf(DuplexSocket socket, String text) {
        try (SpMessage message = socket.receive()) {
            assertThat(message.text()).isEqualTo(text);
            return message.pipe();
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC"})
    void shouldBeOneOfTheirMany(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (PynngSocket many = pynng.openPolyamorous().listen(uri);
                Ours one = Ours.open(Role.PAIR1).dial(uri);
                Ours other = Ours.open(Role.PAIR1).dial(uri)) {
            one.send("I am one");
            long toOne = many.receive(Until.LIMIT).pipe();
            other.send("I am other");
            long toOther = many.receive(Until.LIMIT).pipe();
            many.sendTo(toOther, "for other");
            many.sendTo(toOne, "for one");

            assertThat(one.receive()).isEqualTo("for one");
            assertThat(other.receive()).isEqualTo("for other");
        }
    }
}
