// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static io.troupe.sp.Steps.LIMIT;
import static io.troupe.sp.Steps.WIRES;
import static io.troupe.sp.Steps.join;
import static io.troupe.sp.Steps.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Wires.Wire;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketOptions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Headers built by hand through raw sockets, and devices made of them, over each way of reaching peers. */
@Timeout(60)
class RawRequestTest {
    private static final int ID = 0x80000001;

    private static SpMessage message(String text, int... header) {
        SpMessage message = SpMessage.of(text);
        Arrays.stream(header).forEach(message::appendHeader);
        return message;
    }

    private static int[] header(SpMessage message) {
        return IntStream.range(0, message.headerSize()).map(message::headerWord).toArray();
    }

    /** Words before the number, as so many devices would leave them. */
    private static int[] hops(int words) {
        int[] header = IntStream.rangeClosed(1, words).toArray();
        header[words - 1] = ID;
        return header;
    }

    static Stream<Arguments> limits() {
        List<Integer> ttls = List.of(1, 2, 4, 8, 15, 254, 255);
        List<Wire> wires = Wires.present();
        return IntStream.range(0, wires.size())
                .boxed()
                .flatMap(i -> Combinations.share(ttls, "limits", i, ttls.size()).stream()
                        .map(ttl -> Arguments.of(wires.get(i), ttl)));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void shouldAnswerWhatMadeNoMoreHopsThanAllowed(Wire wire, int ttl) {
        for (boolean raw : new boolean[] {false, true}) {
            SocketOptions options = wire.options().toBuilder().ttl(ttl).build();
            try (DuplexSocket asker = Sockets.raw(Protocol.REQ, wire.options());
                    DuplexSocket answerer = raw ? Sockets.raw(Protocol.REP, options) : Sockets.rep(options)) {
                join(wire, answerer, asker);
                asker.send(message("too far", hops(ttl + 1)));
                asker.send(message("just so", hops(ttl)));
                SpMessage request = answerer.receive(LIMIT);
                assertThat(request.text()).isEqualTo("just so");
                answerer.send(request);
                SpMessage reply = asker.receive(LIMIT);
                assertThat(header(reply)).isEqualTo(hops(ttl));
                assertThat(text(reply)).isEqualTo("just so");
                assertThat(answerer.stats().dropped(DropReason.TTL)).isEqualTo(1);
                assertThat(answerer.stats().pipes()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldDropMalformedRequestsAndKeepThePipe(Wire wire) {
        try (DuplexSocket asker = Sockets.raw(Protocol.REQ, wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            join(wire, rep, asker);
            asker.send(message("abc"));
            asker.send(message(""));
            asker.send(message("ab", 5));
            asker.send(message("good", ID));
            assertThat(text(rep.receive(LIMIT))).isEqualTo("good");
            assertThat(rep.stats().dropped(DropReason.MALFORMED)).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldNameThePipeBeforeTheWords(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                DuplexSocket raw = Sockets.raw(Protocol.REP, wire.options())) {
            join(wire, raw, req);
            Promise<SpMessage> reply = req.request(SpMessage.of("ping"));
            SpMessage request = raw.receive(LIMIT);
            assertThat(request.headerSize()).isEqualTo(2);
            assertThat(request.headerWord(0))
                    .isEqualTo(request.pipe())
                    .isEqualTo(raw.pipes().get(0).id())
                    .isPositive();
            assertThat(request.headerWord(1)).isNegative();
            int id = request.headerWord(1);
            raw.send(message("nowhere", request.headerWord(0) ^ 1, id));
            raw.send(message("without a header"));
            raw.send(message("pong", request.headerWord(0), id));
            assertThat(text(reply.await(LIMIT))).isEqualTo("pong");
            assertThat(raw.stats().dropped(DropReason.PEER_GONE)).isEqualTo(1);
            assertThat(raw.stats().dropped(DropReason.MALFORMED)).isEqualTo(1);
            request.release();
            Promise<SpMessage> next = req.request(SpMessage.of("next"));
            try (SpMessage second = raw.receive(LIMIT)) {
                assertThat(second.headerWord(1)).isEqualTo((id + 1) | Integer.MIN_VALUE);
            }
            assertThat(next.isSettled()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldFindTheWayThroughDevices(Wire wire) {
        try (ReqSocket req = Sockets.req(wire.options());
                DuplexSocket front = Sockets.raw(Protocol.REP, wire.options());
                DuplexSocket back = Sockets.raw(Protocol.REQ, wire.options());
                DuplexSocket secondFront = Sockets.raw(Protocol.REP, wire.options());
                DuplexSocket secondBack = Sockets.raw(Protocol.REQ, wire.options());
                RepSocket rep = Sockets.rep(wire.options())) {
            join(wire, front, req);
            join(wire, secondFront, back);
            join(wire, rep, secondBack);
            Promise<SpMessage> reply = req.request(SpMessage.of("far"));
            back.send(front.receive(LIMIT));
            secondBack.send(secondFront.receive(LIMIT));
            rep.send(rep.receive(LIMIT));
            secondFront.send(secondBack.receive(LIMIT));
            front.send(back.receive(LIMIT));
            assertThat(text(reply.await(LIMIT))).isEqualTo("far");
        }
    }

    @ParameterizedTest
    @MethodSource(WIRES)
    void shouldSendRawRequestsInTurn(Wire wire) {
        try (DuplexSocket asker = Sockets.raw(Protocol.REQ, wire.options());
                RepSocket one = Sockets.rep(wire.options());
                RepSocket two = Sockets.rep(wire.options())) {
            join(wire, one, asker);
            join(wire, two, asker);
            for (int i = 0; i < 4; i++) {
                asker.send(message("x", ID + i));
            }
            for (RepSocket rep : new RepSocket[] {one, two, one, two}) {
                rep.send(rep.receive(LIMIT));
                assertThat(text(asker.receive(LIMIT))).isEqualTo("x");
            }
        }
    }
}
