// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** That the script does what {@link PynngSocket} promises. One process serves all tests. */
@NeedsPeers(Peer.PYNNG)
@ExtendWith(PanicRetry.class)
@Tag("interop")
class PynngTest {
    private static final Duration SHORT = Duration.ofMillis(100);
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

    @Test
    void shouldKeepRequestsOfContextsApart() {
        String uri = Addresses.fresh(Scheme.IPC);
        try (PynngSocket rep = pynng.open(Role.REP).listen(uri);
                PynngSocket req = pynng.open(Role.REQ).dial(uri).awaitJoined();
                PynngSocket first = req.context();
                PynngSocket second = req.context()) {
            first.send("one");
            assertThat(rep.receive()).isEqualTo("one");
            second.send("two");
            rep.send("answer one");
            assertThat(rep.receive()).isEqualTo("two");
            rep.send("answer two");

            assertThat(second.receive()).isEqualTo("answer two");
            assertThat(first.receive()).isEqualTo("answer one");
        }
    }

    @Test
    void shouldSendToOneOfManyPeers() {
        String uri = Addresses.fresh(Scheme.TCP);
        try (PynngSocket many = pynng.openPolyamorous().listen(uri);
                PynngSocket one = pynng.open(Role.PAIR1).dial(uri).awaitJoined();
                PynngSocket other = pynng.open(Role.PAIR1).dial(uri).awaitJoined()) {
            one.send("I am one");
            long pipe = many.receive(PeerProcess.PATIENCE).pipe();
            other.send("");
            assertThat(many.receive()).isEmpty();
            many.sendTo(pipe, "for one");

            assertThat(one.receive()).isEqualTo("for one");
            assertThat(many.joined()).hasSize(2).contains(pipe);
        }
    }

    @Test
    void shouldTellOfLostConnections() {
        String uri = Addresses.fresh(Scheme.TCP);
        try (PynngSocket pull = pynng.open(Role.PULL).listen(uri);
                PynngSocket push = pynng.open(Role.PUSH).dial(uri).awaitJoined()) {
            long pipe = push.joined().get(0);
            push.drop(pipe);

            push.awaitLeft(pipe);
            pull.awaitLeft();
            assertThat(push.left()).containsExactly(pipe);
        }
    }

    @Test
    void shouldFilterSubscriptions() {
        String uri = Addresses.fresh(Scheme.WS);
        try (PynngSocket pub = pynng.open(Role.PUB).listen(uri);
                PynngSocket sub =
                        pynng.open(Role.SUB).subscribe("a").subscribe("b").dial(uri)) {
            pub.awaitJoined();
            sub.unsubscribe("b");
            pub.send("bee").send("ape");

            assertThat(sub.receive()).isEqualTo("ape");
        }
    }

    @Test
    void shouldTellWhatNngRefuses() {
        try (PynngSocket req = pynng.open(Role.REQ);
                PynngSocket surveyor = pynng.open(Role.SURVEYOR).option("surveyor:survey-time", SHORT)) {
            assertThatThrownBy(() -> req.receive(PeerProcess.PATIENCE))
                    .isInstanceOfSatisfying(
                            Pynng.Refused.class, e -> assertThat(e.error()).isEqualTo("BadState"));
            surveyor.send("anybody?");
            assertThatThrownBy(() -> surveyor.receive(PeerProcess.PATIENCE))
                    .isInstanceOfSatisfying(
                            Pynng.Refused.class, e -> assertThat(e.error()).isEqualTo("Timeout"));
        }
    }

    @Test
    void shouldForwardRequestsThroughADevice() {
        String front = Addresses.fresh(Scheme.TCP);
        String back = Addresses.fresh(Scheme.IPC);
        PynngSocket clients = pynng.openRaw(Role.REP).listen(front);
        PynngSocket servers = pynng.openRaw(Role.REQ).listen(back);
        pynng.device(clients, servers);
        try (PynngSocket rep =
                        pynng.open(Role.REP).option("ttl-max", 2).dial(back).awaitJoined();
                PynngSocket req = pynng.open(Role.REQ).dial(front)) {
            req.send("ping");
            assertThat(rep.receive()).isEqualTo("ping");
            rep.send("pong");

            assertThat(req.receive()).isEqualTo("pong");
        }
    }

    @Test
    void shouldDemandCertificates(@TempDir Path folder) {
        Certificates files = Certificates.in(folder.resolve("ours"));
        Certificates strange = Certificates.in(folder.resolve("strange"));
        String uri = Addresses.fresh(Scheme.TLS);
        try (PynngSocket pull = pynng.open(Role.PULL).serveMutualTls(files).listen(uri);
                PynngSocket stranger = pynng.open(Role.PUSH).trust(strange).dial(uri);
                PynngSocket push = pynng.open(Role.PUSH).trust(files).dial(uri).awaitJoined()) {
            push.send("hello");

            assertThat(pull.receive()).isEqualTo("hello");
            assertThat(stranger.joined()).isEmpty();
        }
    }
}
