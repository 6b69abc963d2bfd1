// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.PanicRetry;
import io.troupe.sp.peers.Peer;
import io.troupe.sp.peers.PeerProcess;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SubSocket;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Peers that die and others that take over. */
@Timeout(120)
@ExtendWith(PanicRetry.class)
@Tag("interop")
class DeathTest {
    private static final int JOBS = 20;

    @ParameterizedTest(name = "[{0}] dies, [{1}] answers, over {2}")
    @CsvSource({"NANOCAT, NNGCAT, TCP", "NNGCAT, NANOCAT, IPC", "PYNNG, NANOCAT, WS", "NANOCAT, PYNNG, WS"})
    void shouldAskAnotherWhenTheReplierIsKilled(Peer first, Peer second, Scheme scheme) {
        String dying = Addresses.fresh(scheme);
        String taking = Addresses.fresh(scheme);
        try (PeerProcess paused =
                        first.as(Role.REP).listen(dying).data("from the grave").start();
                Ours req = listened(paused, Role.REQ).dial(dying).awaitPipes(1)) {
            paused.pause();
            Promise<SpMessage> reply = req.as(ReqSocket.class).request(SpMessage.of("who lives?"));
            Until.isTrue("the request is sent", () -> req.socket().stats().sent() == 1);
            try (PeerProcess living =
                    second.as(Role.REP).listen(taking).data("I live").start().awaitListening()) {
                req.dial(taking).awaitPipes(2);
                paused.kill();

                assertThat(Ours.text(reply.await(Until.LIMIT))).isEqualTo("I live");
                assertThat(living.awaitMessage()).isEqualTo("who lives?");
                // Counted when it is on its way, and the answer may be quicker.
                Until.isTrue("it is counted", () -> req.socket().stats().resent() == 1);
            }
        }
    }

    @Test
    void shouldGiveWorkToTheOtherWhenOneOfTwoDies() {
        String uri = Addresses.fresh(Scheme.TCP);
        try (Ours push = Ours.open(Role.PUSH).listen(uri);
                PeerProcess dying = Peer.NANOCAT.as(Role.PULL).dial(uri).start();
                PeerProcess living = Peer.NNGCAT.as(Role.PULL).dial(uri).start()) {
            push.awaitPipes(2);
            for (int job = 0; job < JOBS; job++) {
                push.send("job " + job);
            }
            for (int job = 0; job < JOBS / 2; job++) {
                dying.awaitMessage();
                living.awaitMessage();
            }
            dying.kill();
            push.awaitPipes(1);
            for (int job = 0; job < JOBS; job++) {
                push.send("later " + job);
                assertThat(living.awaitMessage()).isEqualTo("later " + job);
            }
        }
    }

    @Test
    void shouldTakeWorkFromTheOtherWhenOneOfTwoDies() {
        String uri = Addresses.fresh(Scheme.IPC);
        try (Ours pull = Ours.open(Role.PULL).listen(uri)) {
            try (PeerProcess dying =
                    Peer.PYNNG.as(Role.PUSH).dial(uri).data("first").start()) {
                assertThat(pull.receive()).isEqualTo("first");
                dying.kill();
            }
            pull.awaitPipes(0);
            try (PeerProcess living =
                    Peer.NANOCAT.as(Role.PUSH).dial(uri).data("second").start()) {
                assertThat(pull.receive()).as("%s", living.lines()).isEqualTo("second");
            }
        }
    }

    @ParameterizedTest(name = "[{0}] comes back over {1}")
    @CsvSource({"NANOCAT, TCP", "NNGCAT, TCP", "NANOCAT, IPC", "NNGCAT, IPC", "PYNNG, IPC", "NNGCAT, WS"})
    void shouldFindThePeerThatWasStartedAgain(Peer peer, Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (Ours req = Ours.open(Role.REQ).dial(uri)) {
            for (int life = 0; life < 2; life++) {
                try (PeerProcess rep =
                        peer.as(Role.REP).listen(uri).data("life " + life).start()) {
                    req.send("how?");
                    assertThat(req.receive()).as("%s", rep.lines()).isEqualTo("life " + life);
                    rep.kill();
                }
                req.awaitPipes(0);
            }
        }
    }

    @ParameterizedTest(name = "[{0}] finds us again over {1}")
    @CsvSource({"NANOCAT, TCP", "NANOCAT, IPC", "NANOCAT, WS", "PYNNG, TCP", "PYNNG, IPC", "PYNNG, WS"})
    void shouldBeFoundAgainAtTheSameAddress(Peer peer, Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (PeerProcess pub = peer.as(Role.PUB)
                .dial(uri)
                .data("still here")
                .interval(Duration.ofMillis(50))
                .start()) {
            for (int life = 0; life < 2; life++) {
                try (Ours sub = Ours.open(Role.SUB)) {
                    sub.as(SubSocket.class).subscribe("");
                    sub.listen(uri);
                    assertThat(sub.receive()).as("%s", pub.lines()).isEqualTo("still here");
                }
            }
        }
    }

    private static Ours listened(PeerProcess peer, Role role) {
        peer.awaitListening();
        return Ours.open(role);
    }
}
