// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Peer;
import io.troupe.sp.peers.PeerCommand;
import io.troupe.sp.peers.PeerProcess;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** That {@link GoldenBytes} are what nanomsg and nng send and take. */
@Tag("interop")
class GoldenPeersTest {
    private static final int MANY_HOPS = 8;

    record As(Peer peer, Role role) {}

    record By(Peer peer, Scheme scheme) {}

    static Stream<As> headers() {
        return Stream.of(Peer.NANOCAT, Peer.NNGCAT)
                .flatMap(peer -> Arrays.stream(Role.values()).map(role -> new As(peer, role)))
                .filter(as -> as.peer().can(Scheme.TCP, as.role()));
    }

    static Stream<By> streams() {
        return by(Scheme.TCP, Scheme.IPC);
    }

    static Stream<By> transports() {
        return by(Scheme.TCP, Scheme.IPC, Scheme.WS);
    }

    private static Stream<By> by(Scheme... schemes) {
        return Stream.of(Peer.NANOCAT, Peer.NNGCAT)
                .flatMap(peer -> Arrays.stream(schemes).map(scheme -> new By(peer, scheme)));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void shouldShowTheHeaderOfEachRole(As as) {
        String uri = Addresses.fresh(Scheme.TCP);
        PeerCommand command = as.peer().as(as.role()).listen(uri).data("hello");
        if (as.role() == Role.PUB || as.role() == Role.BUS) {
            // Else it sends to nobody, and ends.
            command.interval(Duration.ofSeconds(1));
        }
        if (List.of(Role.PULL, Role.SUB).contains(as.role())) {
            command = as.peer().as(as.role()).listen(uri);
        }
        try (PeerProcess peer = command.start().awaitListening();
                WirePeer wire = WirePeer.dial(uri)) {
            wire.handshake(as.role().partner());
            assertThat(peer.lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void shouldAnswerRequestsInAnyPieces(By by) {
        boolean ipc = by.scheme() == Scheme.IPC;
        String ping = ipc ? GoldenBytes.PING_IPC : GoldenBytes.PING_TCP;
        String pong = ipc ? GoldenBytes.PONG_IPC : GoldenBytes.PONG_TCP;
        String uri = Addresses.fresh(by.scheme());
        try (PeerProcess peer = by.peer().as(Role.REP).listen(uri).data("pong").start();
                WirePeer wire = dial(peer, uri)) {
            wire.write(Hex.join(GoldenBytes.REQ_HEADER, ping))
                    .expect(GoldenBytes.REP_HEADER)
                    .expect(pong);
            wire.writeInPieces(1, ping).expect(pong);
            wire.send(GoldenBytes.PING).expectFrame(GoldenBytes.PONG);
            assertThat(peer.awaitMessage()).isEqualTo("ping");
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void shouldAskWithAnIdAndTheBody(By by) {
        try (WireListener listener = WireListener.open(by.scheme());
                PeerProcess peer =
                        by.peer().as(Role.REQ).dial(listener.uri()).data("ping").start();
                WirePeer wire = listener.accept().handshake(Role.REP)) {
            byte[] request = wire.receive();
            assertThat(request[0]).isNegative();
            assertThat(Hex.of(request)).endsWith(" 70 69 6e 67").hasSize(GoldenBytes.PING.length());

            wire.send(Hex.join(Hex.of(Arrays.copyOf(request, Integer.BYTES)), Hex.text("pong")));
            assertThat(peer.awaitMessage()).isEqualTo("pong");
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void shouldSendBodiesBare(By by) {
        for (Role role : List.of(Role.PUSH, Role.PAIR0)) {
            try (WireListener listener = WireListener.open(by.scheme());
                    PeerProcess peer = by.peer()
                            .as(role)
                            .dial(listener.uri())
                            .data("hello")
                            .start();
                    WirePeer wire = listener.accept().handshake(role.partner())) {
                wire.expect(by.scheme() == Scheme.IPC ? GoldenBytes.HELLO_IPC : GoldenBytes.HELLO_TCP);
                assertThat(peer.lines()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NANOCAT", "NNGCAT"})
    void shouldSendSurveysLikeRequests(Peer tool) {
        try (WireListener listener = WireListener.open(Scheme.TCP);
                PeerProcess peer = tool.as(Role.SURVEYOR)
                        .dial(listener.uri())
                        .data("q")
                        .delay(Duration.ofSeconds(1))
                        .start();
                WirePeer wire = listener.accept().handshake(Role.RESPONDENT)) {
            byte[] survey = wire.expect(GoldenBytes.SURVEY_Q_TCP_START).read(5);
            assertThat(survey[0]).isNegative();
            assertThat(survey[4]).isEqualTo((byte) 'q');

            wire.send(Hex.join(Hex.of(Arrays.copyOf(survey, Integer.BYTES)), Hex.text("yes")));
            assertThat(peer.awaitMessage()).isEqualTo("yes");
        }
    }

    @ParameterizedTest
    @EnumSource(names = "NNGCAT")
    void shouldCountTheFirstHopOfPair1(Peer tool) {
        try (WireListener listener = WireListener.open(Scheme.TCP);
                PeerProcess peer =
                        tool.as(Role.PAIR1).dial(listener.uri()).data("hi").start();
                WirePeer wire = listener.accept().handshake(Role.PAIR1)) {
            wire.expect(GoldenBytes.PAIR1_HI_TCP).write(GoldenBytes.PAIR1_HI_TCP_MANGOS);
            assertThat(peer.awaitMessage()).isEqualTo("hi");
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void shouldCloseAfterItsHeaderWhenOursIsWrong(By by) {
        String uri = Addresses.fresh(by.scheme());
        try (PeerProcess peer = by.peer().as(Role.REP).listen(uri).data("pong").start()) {
            for (String header : List.of(
                    GoldenBytes.WRONG_VERSION_HEADER, GoldenBytes.WRONG_MAGIC_HEADER, GoldenBytes.PUSH_HEADER)) {
                try (WirePeer wire = dial(peer, uri)) {
                    wire.write(header).expect(GoldenBytes.REP_HEADER).expectEnd();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NANOCAT", "NNGCAT"})
    void shouldDropWhatCameTooFar(Peer tool) {
        String uri = Addresses.fresh(Scheme.TCP);
        try (PeerProcess peer = tool.as(Role.REP).listen(uri).data("pong").start();
                WirePeer wire = dial(peer, uri).handshake(Role.REQ)) {
            String deep = GoldenBytes.deepPing(MANY_HOPS);
            wire.send(GoldenBytes.deepPing(MANY_HOPS + 1))
                    .send(deep)
                    .expectFrame(deep.replace(Hex.text("ping"), Hex.text("pong")));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NANOCAT", "NNGCAT"})
    void shouldTakeMalformedRequestsInItsOwnWay(Peer tool) {
        String uri = Addresses.fresh(Scheme.TCP);
        try (PeerProcess peer = tool.as(Role.REP).listen(uri).data("pong").start()) {
            for (String bad :
                    List.of(GoldenBytes.SHORT_REQUEST_TCP, GoldenBytes.ENDLESS_REQUEST_TCP, GoldenBytes.EMPTY_TCP)) {
                try (WirePeer wire = dial(peer, uri).handshake(Role.REQ).write(bad)) {
                    if (tool == Peer.NNGCAT) {
                        wire.expectEnd();
                    } else {
                        wire.write(GoldenBytes.PING_TCP).expect(GoldenBytes.PONG_TCP);
                    }
                }
            }
            try (WirePeer wire = dial(peer, uri).handshake(Role.REQ)) {
                wire.write(GoldenBytes.NEGATIVE_LENGTH_TCP).expectEnd();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NANOCAT", "NNGCAT"})
    void shouldServeWebSockets(Peer tool) {
        String uri = Addresses.fresh(Scheme.WS);
        try (PeerProcess peer =
                        tool.as(Role.REP).listen(uri).data("pong").start().awaitListening();
                WireWebSocket socket = WireWebSocket.dial(uri, Role.REQ)) {
            assertThat(socket.header("Sec-WebSocket-Protocol")).isEqualTo("rep.sp.nanomsg.org");
            socket.send(GoldenBytes.PING).wire().expect(GoldenBytes.PONG_WS);
            socket.send(GoldenBytes.PING).expect(GoldenBytes.PONG);
            assertThat(peer.awaitMessage()).isEqualTo("ping");

            for (String wrong : List.of("pub.sp.nanomsg.org", "chat", "")) {
                try (WireWebSocket refused = WireWebSocket.dial(uri, wrong)) {
                    assertThat(refused.status()).as(wrong).isEqualTo(400);
                }
            }
            try (WireWebSocket elsewhere = WireWebSocket.dial(uri + "/else", "rep.sp.nanomsg.org")) {
                assertThat(elsewhere.status()).isEqualTo(tool == Peer.NNGCAT ? 404 : 101);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NANOCAT", "NNGCAT"})
    void shouldDialWebSockets(Peer tool) {
        try (WireListener listener = WireListener.open(Scheme.WS);
                PeerProcess peer =
                        tool.as(Role.REQ).dial(listener.uri()).data("ping").start();
                WireWebSocket socket = WireWebSocket.accept(listener.accept())) {
            assertThat(socket.header("Sec-WebSocket-Protocol")).isEqualTo(GoldenBytes.subprotocol(Role.REP));
            assertThat(socket.path()).isEqualTo("/sp");
            WireWebSocket.Frame request = socket.agree().readFrame();
            assertThat(request.masked()).isTrue();
            assertThat(request.opcode()).isEqualTo(WireWebSocket.BINARY);
            assertThat(request.payload()).endsWith(Hex.text("ping"));

            socket.send(request.payload().replace(Hex.text("ping"), Hex.text("pong")));
            assertThat(peer.awaitMessage()).isEqualTo("pong");
        }
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void shouldNameTheSubprotocolOfEachRole(Role role) {
        Peer.NNGCAT.require();
        try (WireListener listener = WireListener.open(Scheme.WS);
                PeerProcess peer = Peer.NNGCAT
                        .as(role.partner())
                        .dial(listener.uri())
                        .arguments("--async")
                        .arguments(sends(role.partner()) ? new String[] {"--data", "hello"} : new String[0])
                        .arguments(role == Role.SUB ? new String[] {"--interval", "1"} : new String[0])
                        .start();
                WireWebSocket socket = WireWebSocket.accept(listener.accept())) {
            assertThat(socket.header("Sec-WebSocket-Protocol")).isEqualTo(GoldenBytes.subprotocol(role));
            assertThat(peer.lines()).isEmpty();
        }
    }

    private static boolean sends(Role role) {
        return role != Role.SUB && role != Role.PULL;
    }

    private static WirePeer dial(PeerProcess peer, String uri) {
        peer.awaitListening();
        return WirePeer.dial(uri);
    }
}
