// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Until;
import io.troupe.sp.interop.Ours;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import io.troupe.sp.peers.wire.GoldenBytes;
import io.troupe.sp.peers.wire.WireListener;
import io.troupe.sp.peers.wire.WirePeer;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The first eight bytes on tcp and ipc, from both ends. */
@Timeout(120)
class HandshakesTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    static Stream<Arguments> roles() {
        return streams(Arrays.stream(Role.values()));
    }

    /** What a REP must not accept. */
    static Stream<Arguments> wrongHeaders() {
        return streams(Stream.of(
                GoldenBytes.WRONG_VERSION_HEADER,
                GoldenBytes.WRONG_MAGIC_HEADER,
                GoldenBytes.RESERVED_HEADER,
                GoldenBytes.PUSH_HEADER,
                GoldenBytes.REP_HEADER,
                "00 53 50 00 01 30 00 00",
                "47 45 54 20 2f 20 48 54"));
    }

    private static Stream<Arguments> streams(Stream<?> values) {
        return values.flatMap(value -> Stream.of(Scheme.TCP, Scheme.IPC).map(scheme -> Arguments.of(value, scheme)));
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("roles")
    void shouldShowItsHeaderFirst(Role role, Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (Ours ours = Ours.open(role).listen(uri);
                WirePeer wire = WirePeer.dial(uri)) {
            wire.expect(GoldenBytes.header(role)).writeInPieces(1, GoldenBytes.header(role.partner()));
            ours.awaitPipes(1);
        }
        try (WireListener listener = WireListener.open(scheme);
                Ours ours = Ours.open(role).dial(listener.uri());
                WirePeer wire = listener.accept()) {
            wire.expect(GoldenBytes.header(role)).write(GoldenBytes.header(role.partner()));
            ours.awaitPipes(1);
        }
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("wrongHeaders")
    void shouldHangUpOnWrongHeaders(String header, Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (Ours rep = Ours.open(Role.REP).listen(uri);
                WirePeer wrong = WirePeer.dial(uri)) {
            wrong.write(header).expect(GoldenBytes.REP_HEADER).expectEnd();
            Until.isTrue("it is counted", () -> rep.socket().stats().rejected() == 1);
            assertThat(rep.socket().stats().connected()).isZero();
            try (WirePeer right = WirePeer.dial(uri).handshake(Role.REQ)) {
                right.send(GoldenBytes.PING);
                assertThat(rep.receive()).isEqualTo("ping");
            }
        }
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("wrongHeaders")
    void shouldDialAgainAfterWrongHeaders(String header, Scheme scheme) {
        // The table is for a REP; a REP that dials sees the same headers.
        try (WireListener listener = WireListener.open(scheme);
                Ours rep = Ours.open(Role.REP)) {
            SocketDialer dialer = rep.socket().dial(listener.uri());
            try (WirePeer wrong = listener.accept()) {
                wrong.write(header).expect(GoldenBytes.REP_HEADER).expectEnd();
            }
            try (WirePeer right = listener.accept().handshake(Role.REQ)) {
                rep.awaitPipes(1);
                assertThat(dialer.lastError().map(SpException::reason)).contains(SpError.PROTOCOL);
                right.send(GoldenBytes.PING);
                assertThat(rep.receive()).isEqualTo("ping");
            }
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC"})
    void shouldNotWaitForEverForAHeader(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (Ours rep = Ours.open(
                                Role.REP,
                                Ours.patient().toBuilder()
                                        .handshakeTimeout(SHORT)
                                        .build())
                        .listen(uri);
                WirePeer silent = WirePeer.dial(uri);
                WirePeer slow = WirePeer.dial(uri)) {
            slow.write("00 53 50 00").expect(GoldenBytes.REP_HEADER).expectEnd();
            silent.expect(GoldenBytes.REP_HEADER).expectEnd();
            Until.isTrue("both are counted", () -> rep.socket().stats().rejected() == 2);
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC"})
    void shouldBearThoseWhoLeaveAmidTheHandshake(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (Ours rep = Ours.open(Role.REP).listen(uri)) {
            WirePeer.dial(uri).close();
            WirePeer.dial(uri)
                    .write("00 53 50")
                    .endOutput()
                    .expect(GoldenBytes.REP_HEADER)
                    .expectEnd();
            Until.isTrue("both are counted", () -> rep.socket().stats().rejected() == 2);
            try (WirePeer right = WirePeer.dial(uri).handshake(Role.REQ)) {
                right.send(GoldenBytes.PING);
                assertThat(rep.receive()).isEqualTo("ping");
            }
        }
    }
}
