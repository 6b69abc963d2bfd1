// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.interop.Ours;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import io.troupe.sp.peers.wire.GoldenBytes;
import io.troupe.sp.peers.wire.Hex;
import io.troupe.sp.peers.wire.WireListener;
import io.troupe.sp.peers.wire.WirePeer;
import io.troupe.sp.peers.wire.WireWebSocket;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.SubSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our sockets on ws, byte by byte. */
@Timeout(120)
class WebSocketFramesTest {
    private static final int MIB = 1 << 20;
    private static final int TTL = 8;

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void shouldNameTheSubprotocolOfEachRole(Role role) {
        String uri = Addresses.fresh(Scheme.WS);
        try (Ours ours = Ours.open(role).listen(uri);
                WireWebSocket socket = WireWebSocket.dial(uri, role.partner())) {
            ours.awaitPipes(1);
            assertThat(socket.header("Sec-WebSocket-Protocol")).isEqualTo(GoldenBytes.subprotocol(role));
        }
        try (WireListener listener = WireListener.open(Scheme.WS);
                Ours ours = Ours.open(role).dial(listener.uri());
                WireWebSocket socket = WireWebSocket.accept(listener.accept())) {
            assertThat(socket.header("Sec-WebSocket-Protocol")).isEqualTo(GoldenBytes.subprotocol(role.partner()));
            assertThat(socket.path()).isEqualTo("/sp");
            socket.agree();
            ours.awaitPipes(1);
        }
    }

    @Test
    void shouldAnswerRequests() {
        String uri = Addresses.fresh(Scheme.WS);
        try (Ours rep = ponging().listen(uri);
                WireWebSocket socket = WireWebSocket.dial(uri, Role.REQ)) {
            socket.send(GoldenBytes.PING).wire().expect(GoldenBytes.PONG_WS);
            socket.send("").send("80 00 00").send("00 00 00 01 00 00 00 02");
            socket.send(GoldenBytes.deepPing(TTL + 1)).send(GoldenBytes.PING).expect(GoldenBytes.PONG);
            String deep = GoldenBytes.deepPing(TTL);
            socket.send(deep).expect(deep.replace(Hex.text("ping"), Hex.text("pong")));
            assertThat(rep.socket().stats().connected()).isEqualTo(1);
        }
    }

    @Test
    void shouldAskWithAnIdAndTheBody() {
        try (WireListener listener = WireListener.open(Scheme.WS);
                Ours req = Ours.open(Role.REQ).dial(listener.uri());
                WireWebSocket socket = WireWebSocket.accept(listener.accept()).agree()) {
            req.send("ping");
            WireWebSocket.Frame request = socket.readFrame();
            assertThat(request.masked()).isTrue();
            assertThat(request.opcode()).isEqualTo(WireWebSocket.BINARY);
            assertThat(request.payload()).endsWith(Hex.text("ping")).hasSize(GoldenBytes.PING.length());
            socket.send(request.payload().replace(Hex.text("ping"), Hex.text("pong")));
            assertThat(req.receive()).isEqualTo("pong");
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"PUSH", "PUB", "BUS", "PAIR0"})
    void shouldSendBodiesBare(Role role) {
        String uri = Addresses.fresh(Scheme.WS);
        try (Ours ours = Ours.open(role).listen(uri);
                WireWebSocket socket = WireWebSocket.dial(uri, role.partner())) {
            ours.awaitPipes(1).send("hello").send("").send("hello");
            socket.wire().expect(GoldenBytes.HELLO_WS).expect("82 00").expect(GoldenBytes.HELLO_WS);
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"PULL", "SUB", "BUS", "PAIR0"})
    void shouldTakeBareBodies(Role role) {
        String uri = Addresses.fresh(Scheme.WS);
        try (Ours ours = Ours.open(role)) {
            if (role == Role.SUB) {
                ours.as(SubSocket.class).subscribe("");
            }
            ours.listen(uri);
            try (WireWebSocket socket = WireWebSocket.dial(uri, role.partner())) {
                socket.send(Hex.text("hello")).send("").send(Hex.text("hello"));
                for (String text : List.of("hello", "", "hello")) {
                    assertThat(ours.receive()).isEqualTo(text);
                }
            }
        }
    }

    @Test
    void shouldCountTheFirstHopOfPair1() {
        String uri = Addresses.fresh(Scheme.WS);
        try (Ours ours = Ours.open(Role.PAIR1).listen(uri);
                WireWebSocket socket = WireWebSocket.dial(uri, Role.PAIR1)) {
            ours.awaitPipes(1).send("hi");
            socket.expect("00 00 00 01 68 69").send("00 00 00 00 68 69");
            assertThat(ours.receive()).isEqualTo("hi");
        }
    }

    @Test
    void shouldSendNoFrameLargerThanNngTakes() {
        String uri = Addresses.fresh(Scheme.WS);
        try (Ours push = Ours.open(Role.PUSH).listen(uri);
                WireWebSocket socket = WireWebSocket.dial(uri, Role.PULL)) {
            push.awaitPipes(1).send("x".repeat(MIB)).send("x".repeat(2 * MIB + 1));
            expectFrame(socket, true, WireWebSocket.BINARY, MIB);
            expectFrame(socket, false, WireWebSocket.BINARY, MIB);
            expectFrame(socket, false, WireWebSocket.CONTINUATION, MIB);
            expectFrame(socket, true, WireWebSocket.CONTINUATION, 1);
        }
    }

    private static void expectFrame(WireWebSocket socket, boolean last, int opcode, int size) {
        WireWebSocket.Frame frame = socket.readFrame();
        assertThat(List.of(frame.last(), frame.opcode(), Hex.bytes(frame.payload()).length))
                .isEqualTo(List.of(last, opcode, size));
    }

    @Test
    void shouldRefuseOtherProtocolsAndPaths() {
        String uri = Addresses.fresh(Scheme.WS);
        try (Ours rep = ponging().listen(uri)) {
            for (String wrong : List.of("pub.sp.nanomsg.org", "req.sp.nanomsg.org", "chat", "")) {
                try (WireWebSocket refused = WireWebSocket.dial(uri, wrong)) {
                    assertThat(refused.status()).as(wrong).isEqualTo(400);
                }
            }
            try (WireWebSocket elsewhere = WireWebSocket.dial(uri + "/else", "rep.sp.nanomsg.org")) {
                assertThat(elsewhere.status()).isEqualTo(404);
            }
            assertThat(rep.socket().stats().connected()).isZero();
            try (WireWebSocket socket = WireWebSocket.dial(uri, Role.REQ)) {
                socket.send(GoldenBytes.PING).expect(GoldenBytes.PONG);
            }
        }
    }

    @Test
    void shouldTryAgainAfterARefusalThatNeverEnds() {
        try (WireListener listener = WireListener.open(Scheme.WS);
                Ours req = Ours.open(
                                Role.REQ,
                                Ours.patient().toBuilder()
                                        .handshakeTimeout(Duration.ofMillis(300))
                                        .build())
                        .dial(listener.uri());
                WirePeer nanomsg = listener.accept()) {
            // nanomsg sends no empty line after its headers, and leaves the connection open.
            nanomsg.write("HTTP/1.1 400 Incompatible Socket Type\r\nSec-WebSocket-Version: 13\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            try (WireWebSocket socket = WireWebSocket.accept(listener.accept()).agree()) {
                req.awaitPipes(1);
                req.send("ping");
                assertThat(socket.readFrame().payload()).endsWith(Hex.text("ping"));
            }
        }
    }

    @Test
    void shouldTryAgainAfterWrongAgreement() {
        try (WireListener listener = WireListener.open(Scheme.WS);
                Ours req = Ours.open(Role.REQ).dial(listener.uri())) {
            WireWebSocket.accept(listener.accept()).refuse(400);
            WireWebSocket.accept(listener.accept()).refuse(404);
            try (WireWebSocket wrong = WireWebSocket.accept(listener.accept()).agree("pub.sp.nanomsg.org")) {
                wrong.wire().expectEnd();
            }
            assertThat(req.socket().stats().connected()).isZero();
            try (WireWebSocket right = WireWebSocket.accept(listener.accept()).agree()) {
                req.awaitPipes(1);
                assertThat(right.header("Upgrade")).isEqualToIgnoringCase("websocket");
            }
        }
    }

    private static Ours ponging() {
        Ours rep = Ours.open(Role.REP);
        rep.as(RepSocket.class)
                .serve(request -> Promise.of(SpMessage.of(Ours.text(request).replace("ping", "pong"))));
        return rep;
    }
}
