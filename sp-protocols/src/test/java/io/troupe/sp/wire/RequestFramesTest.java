// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Until;
import io.troupe.sp.interop.Ours;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import io.troupe.sp.peers.wire.GoldenBytes;
import io.troupe.sp.peers.wire.Hex;
import io.troupe.sp.peers.wire.WireListener;
import io.troupe.sp.peers.wire.WirePeer;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketOptions;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests and surveys and their answers on tcp and ipc, byte by byte. */
@Timeout(120)
class RequestFramesTest {
    private static final int TTL = 8;
    private static final String HELLO = "68 65 6c 6c 6f";

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC"})
    void shouldAnswerRequestsInAnyPieces(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        String ping = scheme == Scheme.IPC ? GoldenBytes.PING_IPC : GoldenBytes.PING_TCP;
        String pong = scheme == Scheme.IPC ? GoldenBytes.PONG_IPC : GoldenBytes.PONG_TCP;
        try (Ours rep = ponging().listen(uri);
                WirePeer wire = WirePeer.dial(uri)) {
            wire.write(Hex.join(GoldenBytes.REQ_HEADER, ping, ping))
                    .expect(GoldenBytes.REP_HEADER)
                    .expect(pong)
                    .expect(pong);
            wire.writeInPieces(1, Hex.join(ping, ping)).expect(pong).expect(pong);
            assertThat(rep.socket().pipes()).hasSize(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"REP", "RESPONDENT"})
    void shouldAnswerFromAsFarAsTheLimitOnly(Role role) {
        String uri = Addresses.fresh(Scheme.TCP);
        try (Ours rep = ponging(role, Ours.patient()).listen(uri);
                WirePeer wire = WirePeer.dial(uri).handshake(role.partner())) {
            wire.send(GoldenBytes.deepPing(TTL + 1)).send(GoldenBytes.deepPing(TTL + 7));
            for (int words = 1; words <= TTL; words++) {
                String deep = GoldenBytes.deepPing(words);
                wire.send(deep).expectFrame(deep.replace(Hex.text("ping"), Hex.text("pong")));
            }
            assertThat(rep.socket().stats().dropped(DropReason.TTL)).isEqualTo(2);
        }
        String ipc = Addresses.fresh(Scheme.IPC);
        try (Ours near =
                        ponging(role, Ours.patient().toBuilder().ttl(1).build()).listen(ipc);
                WirePeer wire = WirePeer.dial(ipc).handshake(role.partner())) {
            wire.send(GoldenBytes.deepPing(2)).send(GoldenBytes.PING).expectFrame(GoldenBytes.PONG);
            assertThat(near.socket().stats().dropped(DropReason.TTL)).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"REP", "RESPONDENT"})
    void shouldDropMalformedRequestsAndGoOn(Role role) {
        String uri = Addresses.fresh(Scheme.TCP);
        try (Ours rep = ponging(role, Ours.patient()).listen(uri);
                WirePeer wire = WirePeer.dial(uri).handshake(role.partner())) {
            wire.write(GoldenBytes.SHORT_REQUEST_TCP)
                    .write(GoldenBytes.ENDLESS_REQUEST_TCP)
                    .write(GoldenBytes.EMPTY_TCP)
                    .write(GoldenBytes.PING_TCP)
                    .expect(GoldenBytes.PONG_TCP);
            assertThat(rep.socket().stats().dropped(DropReason.MALFORMED)).isEqualTo(3);
            assertThat(rep.socket().stats().connected()).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC"})
    void shouldAskWithGrowingIds(Scheme scheme) {
        try (WireListener listener = WireListener.open(scheme);
                Ours req = Ours.open(Role.REQ).dial(listener.uri());
                WirePeer wire = listener.accept().handshake(Role.REP)) {
            req.send("hello");
            String first = id(wire.receive());
            answer(wire, first, "one");
            assertThat(req.receive()).isEqualTo("one");
            req.send("hello");
            String second = id(wire.receive());
            answer(wire, second, "two");
            assertThat(req.receive()).isEqualTo("two");

            int before = (int) Long.parseLong(first.replace(" ", ""), 16);
            assertThat((int) Long.parseLong(second.replace(" ", ""), 16)).isEqualTo(before + 1 | Integer.MIN_VALUE);
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC"})
    void shouldIgnoreRepliesNobodyWaitsFor(Scheme scheme) {
        try (WireListener listener = WireListener.open(scheme);
                Ours req = Ours.open(Role.REQ).dial(listener.uri());
                WirePeer wire = listener.accept().handshake(Role.REP)) {
            req.send("hello");
            String stale = id(wire.receive());
            req.send("hello");
            String current = id(wire.receive());
            answer(wire, stale, "late");
            wire.send("").send("80 00 00").send("00 00 00 01").send("00 00 00 01 " + current);
            answer(wire, current, "right");
            answer(wire, current, "again");
            assertThat(req.receive()).isEqualTo("right");

            req.send("hello");
            answer(wire, id(wire.receive()), "next");
            assertThat(req.receive()).isEqualTo("next");
            // The rest is malformed or late; how each of them is counted is not for users to rely on.
            assertThat(req.socket().stats().dropped(DropReason.LATE)).isGreaterThanOrEqualTo(2);
            assertThat(req.socket().stats().connected()).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC"})
    void shouldSendTheSameRequestAgain(Scheme scheme) {
        SocketOptions impatient =
                Ours.patient().toBuilder().resendTime(Duration.ofMillis(50)).build();
        try (WireListener listener = WireListener.open(scheme);
                Ours req = Ours.open(Role.REQ, impatient).dial(listener.uri());
                WirePeer wire = listener.accept().handshake(Role.REP)) {
            Promise<SpMessage> reply = req.as(ReqSocket.class).request(SpMessage.of("hello"));
            String first = Hex.of(wire.receive());
            wire.expectFrame(first);
            answer(wire, id(Hex.bytes(first)), "at last");
            assertThat(Ours.text(reply.await(Until.LIMIT))).isEqualTo("at last");
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC"})
    void shouldSurveyWithAnIdAndTakeManyAnswers(Scheme scheme) {
        try (WireListener listener = WireListener.open(scheme);
                Ours surveyor = Ours.open(Role.SURVEYOR).dial(listener.uri());
                WirePeer wire = listener.accept().handshake(Role.RESPONDENT)) {
            surveyor.awaitPipes(1).send("q");
            String type = scheme == Scheme.IPC ? "01" : "";
            byte[] survey =
                    wire.expect(Hex.join(type, GoldenBytes.SURVEY_Q_TCP_START)).read(5);
            assertThat(survey[0]).isNegative();
            assertThat(survey[4]).isEqualTo((byte) 'q');
            String id = Hex.of(Arrays.copyOf(survey, Integer.BYTES));
            wire.send("7" + id.substring(1)).send("80 00 00");
            answer(wire, id, "yes");
            answer(wire, id, "no");

            assertThat(surveyor.receive()).isEqualTo("yes");
            assertThat(surveyor.receive()).isEqualTo("no");
        }
    }

    private static String id(byte[] request) {
        assertThat(request[0]).isNegative();
        assertThat(Hex.of(request)).endsWith(HELLO).hasSize("80 00 00 01 ".length() + HELLO.length());
        return Hex.of(Arrays.copyOf(request, Integer.BYTES));
    }

    private static void answer(WirePeer wire, String id, String text) {
        wire.send(Hex.join(id, Hex.text(text)));
    }

    private static Ours ponging() {
        return ponging(Role.REP, Ours.patient());
    }

    /** Answers "ping" by "pong", and all else by what it is. */
    private static Ours ponging(Role role, SocketOptions options) {
        Ours rep = Ours.open(role, options);
        rep.as(RepSocket.class)
                .serve(request -> Promise.of(SpMessage.of(Ours.text(request).replace("ping", "pong"))));
        return rep;
    }
}
