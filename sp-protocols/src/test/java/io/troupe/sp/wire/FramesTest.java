// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Until;
import io.troupe.sp.interop.Ours;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import io.troupe.sp.peers.wire.GoldenBytes;
import io.troupe.sp.peers.wire.Hex;
import io.troupe.sp.peers.wire.WireListener;
import io.troupe.sp.peers.wire.WirePeer;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SubSocket;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Frames of the other protocols on tcp and ipc, and frames that end a connection. */
@Timeout(120)
class FramesTest {
    private static final int MOST_HOPS = 8;
    private static final String HI = "68 69";

    static Stream<Arguments> senders() {
        return on(Role.PUSH, Role.PUB, Role.BUS, Role.PAIR0);
    }

    static Stream<Arguments> receivers() {
        return on(Role.PULL, Role.SUB, Role.BUS, Role.PAIR0);
    }

    private static Stream<Arguments> on(Role... roles) {
        return Arrays.stream(roles)
                .flatMap(role -> Stream.of(Scheme.TCP, Scheme.IPC).map(scheme -> Arguments.of(role, scheme)));
    }

    private static String hello(Scheme scheme) {
        return scheme == Scheme.IPC ? GoldenBytes.HELLO_IPC : GoldenBytes.HELLO_TCP;
    }

    private static String empty(Scheme scheme) {
        return scheme == Scheme.IPC ? GoldenBytes.EMPTY_IPC : GoldenBytes.EMPTY_TCP;
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("senders")
    void shouldSendBodiesBare(Role role, Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (Ours ours = Ours.open(role).listen(uri);
                WirePeer wire = WirePeer.dial(uri).handshake(role.partner())) {
            ours.awaitPipes(1).send("hello").send("").send("hello");
            wire.expect(hello(scheme)).expect(empty(scheme)).expect(hello(scheme));
        }
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("receivers")
    void shouldTakeBareBodiesInAnyPieces(Role role, Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (Ours ours = listening(role, uri, Ours.patient());
                WirePeer wire = WirePeer.dial(uri)) {
            wire.write(Hex.join(GoldenBytes.header(role.partner()), hello(scheme), empty(scheme)))
                    .expect(GoldenBytes.header(role));
            wire.writeInPieces(1, Hex.join(hello(scheme), empty(scheme), hello(scheme)));
            for (String text : List.of("hello", "", "hello", "", "hello")) {
                assertThat(ours.receive()).isEqualTo(text);
            }
        }
    }

    private static Ours listening(Role role, String uri, SocketOptions options) {
        Ours ours = Ours.open(role, options);
        if (role == Role.SUB) {
            ours.as(SubSocket.class).subscribe("");
        }
        return ours.listen(uri);
    }

    @Test
    void shouldCountHopsOfPair1() {
        String uri = Addresses.fresh(Scheme.TCP);
        try (Ours ours = Ours.open(Role.PAIR1).listen(uri);
                WirePeer wire = WirePeer.dial(uri).handshake(Role.PAIR1)) {
            ours.awaitPipes(1).send("hi");
            wire.expect(GoldenBytes.PAIR1_HI_TCP);

            wire.write(GoldenBytes.PAIR1_HI_TCP).write(GoldenBytes.PAIR1_HI_TCP_MANGOS);
            for (int hops : new int[] {MOST_HOPS, MOST_HOPS + 1, 0xfe, 0xff, 0x100, -1}) {
                wire.send(Hex.join(Hex.number(hops, Integer.BYTES), hops == MOST_HOPS ? HI : "21"));
            }
            wire.send("").send("00 00 01").send(Hex.join("00 00 00 01", Hex.text("end")));
            for (String text : List.of("hi", "hi", "hi", "end")) {
                assertThat(ours.receive()).isEqualTo(text);
            }
            assertThat(ours.socket().stats().dropped(DropReason.TTL)).isEqualTo(3);
            assertThat(ours.socket().stats().dropped(DropReason.MALFORMED)).isEqualTo(4);
        }
    }

    static Stream<Arguments> deadly() {
        return Stream.of(
                Arguments.of("a length of 2^63", Scheme.TCP, GoldenBytes.NEGATIVE_LENGTH_TCP),
                Arguments.of("a length of 2^63", Scheme.IPC, "01 " + GoldenBytes.NEGATIVE_LENGTH_TCP),
                Arguments.of("a length of 2^64 - 1", Scheme.TCP, "ff ff ff ff ff ff ff ff"),
                Arguments.of("a length of 2^32 + 5", Scheme.TCP, "00 00 00 01 00 00 00 05 68 65 6c 6c 6f"),
                Arguments.of("one byte too many", Scheme.TCP, GoldenBytes.OVERSIZE_TCP),
                Arguments.of("one byte too many", Scheme.IPC, "01 " + GoldenBytes.OVERSIZE_TCP),
                Arguments.of("type 0", Scheme.IPC, "00 00 00 00 00 00 00 00 05 68 65 6c 6c 6f"),
                Arguments.of("type 2", Scheme.IPC, GoldenBytes.WRONG_TYPE_IPC));
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("deadly")
    void shouldHangUpOnFramesThatCannotBe(String what, Scheme scheme, String frame) {
        String uri = Addresses.fresh(scheme);
        try (Ours pull = Ours.open(Role.PULL).listen(uri);
                WirePeer other = WirePeer.dial(uri).handshake(Role.PUSH);
                WirePeer wire = WirePeer.dial(uri).handshake(Role.PUSH)) {
            pull.awaitPipes(2);
            wire.write(hello(scheme)).write(frame).expectEnd();
            assertThat(pull.receive()).as(what).isEqualTo("hello");
            pull.awaitPipes(1);
            other.write(hello(scheme));
            assertThat(pull.receive()).isEqualTo("hello");
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC"})
    void shouldTakeNoLimitForNoBounds(Scheme scheme) {
        // Whatever is announced, memory comes with the bytes only.
        String uri = Addresses.fresh(scheme);
        String huge = (scheme == Scheme.IPC ? "01 " : "") + "00 00 00 00 7f ff ff 00 68 65";
        try (Ours pull = Ours.open(
                                Role.PULL,
                                Ours.patient().toBuilder().maxReceiveSize(0).build())
                        .listen(uri);
                WirePeer wire = WirePeer.dial(uri).handshake(Role.PUSH)) {
            pull.awaitPipes(1);
            wire.write(huge).endOutput().expectEnd();
            pull.awaitPipes(0);
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC"})
    void shouldDropTruncatedFrames(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        String frame = hello(scheme);
        try (Ours pull = Ours.open(Role.PULL).listen(uri)) {
            for (int cut = 1; cut < Hex.bytes(frame).length; cut++) {
                byte[] part = Arrays.copyOf(Hex.bytes(frame), cut);
                try (WirePeer wire = WirePeer.dial(uri).handshake(Role.PUSH)) {
                    wire.write(frame).write(part).endOutput().expectEnd();
                }
                assertThat(pull.receive()).isEqualTo("hello");
            }
            pull.awaitPipes(0);
            assertThat(pull.socket().stats().received()).isEqualTo(Hex.bytes(frame).length - 1);
        }
    }

    @Test
    void shouldBearResets() {
        String uri = Addresses.fresh(Scheme.TCP);
        try (Ours pull = Ours.open(Role.PULL).listen(uri)) {
            WirePeer wire = WirePeer.dial(uri).handshake(Role.PUSH);
            pull.awaitPipes(1);
            wire.reset();
            pull.awaitPipes(0);
            try (WirePeer next = WirePeer.dial(uri).handshake(Role.PUSH)) {
                next.write(GoldenBytes.HELLO_TCP);
                assertThat(pull.receive()).isEqualTo("hello");
            }
        }
    }

    @Test
    void shouldGreetAListenerWhoseFileIsInTheWay() throws InterruptedException {
        String uri = Addresses.fresh(Scheme.IPC);
        try (WireListener listener = WireListener.open(uri);
                Ours late = Ours.open(Role.REP)) {
            Thread binding = new Thread(() -> {
                try {
                    late.listen(uri);
                } catch (SpException taken) {
                    // As it must be; the other end is what is looked at here.
                }
            });
            binding.start();
            try (WirePeer probe = listener.accept()) {
                byte[] header = probe.write(GoldenBytes.PULL_HEADER).read(8);
                assertThat(Hex.of(header)).startsWith("00 53 50 00").endsWith("00 00");
            }
            binding.join(Until.LIMIT.toMillis());
            assertThat(late.socket().pipes()).isEmpty();
        }
    }
}
