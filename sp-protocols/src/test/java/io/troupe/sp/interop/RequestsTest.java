// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
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
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many requests at a time, far requests, and those whose connection is taken away. */
@NeedsPeers(Peer.PYNNG)
@Timeout(120)
@ExtendWith(PanicRetry.class)
@Tag("interop")
class RequestsTest {
    private static final int ROUNDS = 4;
    private static final int AT_A_TIME = 8;
    private static final int TTL = 8;
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

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC", "WS"})
    void shouldTellApartAnswersInAnyOrder(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (PynngSocket rep = pynng.open(Role.REP).listen(uri);
                Ours req = Ours.open(Role.REQ).dial(uri)) {
            List<PynngSocket> contexts = contexts(rep);
            List<Promise<SpMessage>> replies = new ArrayList<>();
            for (int at = 0; at < ROUNDS * AT_A_TIME; at++) {
                replies.add(req.as(ReqSocket.class).request(SpMessage.of("q" + at)));
            }
            for (int round = 0; round < ROUNDS; round++) {
                List<String> asked = contexts.stream().map(PynngSocket::receive).toList();
                for (int at = AT_A_TIME - 1; at >= 0; at--) {
                    contexts.get(at).send("answer to " + asked.get(at));
                }
            }
            for (int at = 0; at < replies.size(); at++) {
                assertThat(Ours.text(replies.get(at).await(Until.LIMIT))).isEqualTo("answer to q" + at);
            }
            contexts.forEach(PynngSocket::close);
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC", "WS"})
    void shouldAnswerInAnyOrder(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        List<SpMessage> asked = Collections.synchronizedList(new ArrayList<>());
        List<CompletablePromise<SpMessage>> answers = Collections.synchronizedList(new ArrayList<>());
        try (Ours rep = Ours.open(Role.REP)) {
            rep.as(RepSocket.class).serve(request -> {
                asked.add(request);
                CompletablePromise<SpMessage> answer = new CompletablePromise<>();
                answers.add(answer);
                return answer;
            });
            rep.listen(uri);
            try (PynngSocket req = pynng.open(Role.REQ).dial(uri)) {
                List<PynngSocket> contexts = contexts(req);
                for (int at = 0; at < AT_A_TIME; at++) {
                    contexts.get(at).send("q" + at);
                }
                Until.isTrue("all have asked", () -> answers.size() == AT_A_TIME);
                for (int at = AT_A_TIME - 1; at >= 0; at--) {
                    answers.get(at).complete(SpMessage.of("answer to " + Ours.text(asked.get(at))));
                }
                for (int at = 0; at < AT_A_TIME; at++) {
                    assertThat(contexts.get(at).receive()).isEqualTo("answer to q" + at);
                }
                contexts.forEach(PynngSocket::close);
            }
        }
    }

    private static List<PynngSocket> contexts(PynngSocket socket) {
        return IntStream.range(0, AT_A_TIME).mapToObj(at -> socket.context()).toList();
    }

    @ParameterizedTest(name = "[{0}]")
    @EnumSource
    void shouldGetAnswersFromAsFarAsTheyAllow(Peer peer) {
        String uri = Addresses.fresh(Scheme.TCP);
        try (PeerProcess rep =
                        peer.as(Role.REP).listen(uri).data("pong").start().awaitListening();
                DuplexSocket far = Sockets.raw(Protocol.REQ, Ours.patient())) {
            far.dial(uri).connected().await(Until.LIMIT);
            // The one that is too far goes first: its answer would come first, too.
            for (int words = TTL + 1; words > 0; words--) {
                far.send(deep(words));
            }
            for (int words = TTL; words > 0; words--) {
                try (SpMessage reply = far.receive()) {
                    assertThat(reply.text()).as("%s", rep.lines()).isEqualTo("pong");
                    assertThat(reply.headerWord(reply.headerSize() - 1)).isEqualTo(id(words));
                }
            }
        }
    }

    private static SpMessage deep(int words) {
        SpMessage message = SpMessage.of("ping");
        for (int word = 1; word < words; word++) {
            message.appendHeader(word);
        }
        message.appendHeader(id(words));
        return message;
    }

    private static int id(int words) {
        return Integer.MIN_VALUE | words;
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TCP", "IPC", "WS"})
    void shouldAskAgainWhenTheyDropTheConnection(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (PynngSocket rep = pynng.open(Role.REP).listen(uri);
                Ours req = Ours.open(Role.REQ).dial(uri)) {
            req.send("ping");
            assertThat(rep.receive()).isEqualTo("ping");
            rep.drop(rep.joined().get(0));
            assertThat(rep.receive()).isEqualTo("ping");
            rep.send("pong");

            assertThat(req.receive()).isEqualTo("pong");
            Until.isTrue("it is counted", () -> req.socket().stats().resent() == 1);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @EnumSource
    void shouldLeaveAListenerInOrderWhoseAddressIsTaken(Peer peer) {
        String uri = Addresses.fresh(Scheme.IPC);
        try (PeerProcess rep =
                        peer.as(Role.REP).listen(uri).data("pong").start().awaitListening();
                Ours req = Ours.open(Role.REQ);
                Ours late = Ours.open(Role.REP)) {
            for (int attempt = 0; attempt < 3; attempt++) {
                assertThatThrownBy(() -> late.listen(uri))
                        .isInstanceOfSatisfying(
                                SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.ADDRESS_IN_USE));
            }
            req.dial(uri).send("ping");
            assertThat(req.receive()).as("%s", rep.lines()).isEqualTo("pong");
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @EnumSource
    void shouldKeepTryingWhereTheyRefuseTheUpgrade(Peer peer) {
        String uri = Addresses.fresh(Scheme.WS);
        try (Ours req = Ours.open(
                Role.REQ,
                Ours.patient().toBuilder()
                        .handshakeTimeout(Duration.ofSeconds(1))
                        .build())) {
            try (PeerProcess pull = peer.as(Role.PULL).listen(uri).start().awaitListening()) {
                SocketDialer dialer = req.socket().dial(uri);
                Until.isTrue("they refused", () -> dialer.lastError()
                        .filter(e -> e.reason() == SpError.PROTOCOL || e.reason() == SpError.TIMED_OUT)
                        .isPresent());
                pull.kill();
            }
            try (PeerProcess rep =
                    peer.as(Role.REP).listen(uri).data("pong").start().awaitListening()) {
                req.send("ping");
                assertThat(req.receive()).as("%s", rep.lines()).isEqualTo("pong");
            }
        }
    }
}
