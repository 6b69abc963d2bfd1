// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The raw connections against themselves. */
class WirePeerTest {
    @ParameterizedTest
    @EnumSource(names = {"TCP", "IPC"})
    void shouldCarryFramesInPieces(Scheme scheme) {
        try (WireListener listener = WireListener.open(scheme);
                WirePeer one = WirePeer.dial(listener.uri());
                WirePeer other = listener.accept()) {
            one.write(GoldenBytes.REQ_HEADER);
            other.handshake(Role.REP);
            one.expect(GoldenBytes.REP_HEADER).send(GoldenBytes.PING);
            other.expect(scheme == Scheme.IPC ? GoldenBytes.PING_IPC : GoldenBytes.PING_TCP)
                    .writeInPieces(1, scheme == Scheme.IPC ? GoldenBytes.PONG_IPC : GoldenBytes.PONG_TCP);
            one.expectFrame(GoldenBytes.PONG);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TCP", "IPC"})
    void shouldSeeTheEndOfTheOtherSide(Scheme scheme) {
        try (WireListener listener = WireListener.open(scheme);
                WirePeer one = WirePeer.dial(listener.uri());
                WirePeer other = listener.accept()) {
            one.write("01 02").endOutput();
            assertThat(other.read(2)).containsExactly(1, 2);
            other.expectEnd();
            other.write("03");
            assertThat(one.read(1)).containsExactly(3);
            other.endOutput();
            one.expectEnd();
        }
    }

    @Test
    void shouldTakeAResetForAnEnd() {
        try (WireListener listener = WireListener.open(Scheme.TCP);
                WirePeer one = WirePeer.dial(listener.uri());
                WirePeer other = listener.accept()) {
            one.reset();

            assertThatThrownBy(() -> other.read(1))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("reset");
            other.expectEnd();
        }
    }

    @Test
    void shouldTellWhichBytesDiffer() {
        try (WireListener listener = WireListener.open(Scheme.TCP);
                WirePeer one = WirePeer.dial(listener.uri());
                WirePeer other = listener.accept()) {
            one.write("01 02 03");

            assertThatThrownBy(() -> other.expect("01 03"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("01 02");
            assertThatThrownBy(other::expectEnd)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("03");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TCP", "IPC"})
    void shouldFillTheBuffersOfWhoNeverReads(Scheme scheme) {
        try (WireListener listener = WireListener.open(scheme);
                WirePeer one = WirePeer.dial(listener.uri(), 4096);
                WirePeer other = listener.accept()) {
            long written = other.writeUntilStuck(new byte[1000], Duration.ofMillis(50));

            assertThat(written).isPositive();
            assertThat(one.readable()).isTrue();
        }
    }

    @Test
    void shouldUpgradeAndCarryFramesOfAllLengths() {
        try (WireListener listener = WireListener.open(Scheme.WS);
                WirePeer raw = WirePeer.dial(listener.uri())) {
            raw.write(Hex.text("GET /x HTTP/1.1\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"));
            WireWebSocket server = WireWebSocket.accept(listener.accept()).agree("pair.sp.nanomsg.org");
            assertThat(server.path()).isEqualTo("/x");
            String answer = new String(raw.read(174), StandardCharsets.US_ASCII);
            // The example of RFC 6455.
            assertThat(answer).contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=").endsWith("\r\n\r\n");

            server.send(Hex.text("hello"));
            raw.expect(GoldenBytes.HELLO_WS);
            for (int length : new int[] {0, 125, 126, 65_535, 65_536}) {
                String payload = HexFormat.of().formatHex(new byte[length]);
                raw.write(WireWebSocket.frame(true, WireWebSocket.BINARY, true, new byte[length]));
                server.expect(payload);
            }
            server.close();
        }
    }
}
