// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What {@link PeersTalkToEachOtherTest} leaves out: how processes stop, pause and fail, and two-sided TLS. */
@ExtendWith(PanicRetry.class)
@Tag("interop")
class PeerProcessTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    @Test
    void shouldEndWhenClosed() {
        PeerProcess peer = Peer.NANOCAT
                .as(Role.PULL)
                .listen(Addresses.fresh(Scheme.TCP))
                .start()
                .awaitListening();
        peer.close();

        assertThat(ProcessHandle.of(peer.pid())).isEmpty();
    }

    @Test
    void shouldTellWhatWasPrintedWhenNoMessageComes() {
        try (PeerProcess peer =
                Peer.NNGCAT.as(Role.PULL).dial(Addresses.fresh(Scheme.TCP)).start()) {
            assertThatThrownBy(peer::awaitMessage)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("--pull")
                    .hasMessageContaining("Connection refused");
            assertThat(peer.awaitExit()).isNotZero();
        }
    }

    @Test
    void shouldNotAnswerWhilePaused() {
        String uri = Addresses.fresh(Scheme.IPC);
        try (Pynng pynng = Pynng.start();
                PeerProcess rep = Peer.NANOCAT
                        .as(Role.REP)
                        .listen(uri)
                        .data("pong")
                        .start()
                        .awaitListening();
                PynngSocket req = pynng.open(Role.REQ).dial(uri).awaitJoined()) {
            rep.pause();
            req.send("ping");
            assertThatThrownBy(() -> req.receive(SHORT)).isInstanceOf(Pynng.Refused.class);
            rep.resume();
            assertThat(rep.awaitMessage()).isEqualTo("ping");

            rep.kill();
            req.awaitLeft();
        }
    }

    @Test
    void shouldWaitForAListenerThatComesLate() {
        String uri = Addresses.fresh(Scheme.TCP);
        try (PeerProcess req = Peer.NANOCAT.as(Role.REQ).dial(uri).data("ping").start();
                PeerProcess rep =
                        Peer.NNGCAT.as(Role.REP).listen(uri).data("pong").start()) {
            assertThat(rep.awaitMessage()).isEqualTo("ping");
            assertThat(req.awaitMessage()).isEqualTo("pong");
            assertThat(req.awaitExit()).isZero();
        }
    }

    @Test
    void shouldSendSoManyTimes() {
        String uri = Addresses.fresh(Scheme.WS);
        try (PeerProcess pull = Peer.NNGCAT.as(Role.PULL).listen(uri).start().awaitListening();
                PeerProcess push = Peer.PYNNG
                        .as(Role.PUSH)
                        .dial(uri)
                        .data("")
                        .count(3)
                        .interval(Duration.ofMillis(10))
                        .start()) {
            for (int message = 0; message < 3; message++) {
                assertThat(pull.awaitMessage())
                        .as("lines of the pusher: %s", push.lines())
                        .isEmpty();
            }
        }
    }

    @Test
    void shouldShowCertificatesOnBothSides(@TempDir Path folder) {
        Certificates files = Certificates.in(folder);
        String uri = Addresses.fresh(Scheme.TLS);
        try (PeerProcess rep = Peer.PYNNG
                        .as(Role.REP)
                        .listen(uri)
                        .data("pong")
                        .mutual(files)
                        .start()
                        .awaitListening();
                PeerProcess nameless = Peer.NNGCAT
                        .as(Role.REQ)
                        .dial(uri)
                        .certificates(files)
                        .data("spam")
                        .start();
                PeerProcess req = Peer.NNGCAT
                        .as(Role.REQ)
                        .dial(uri)
                        .mutual(files)
                        .data("ping")
                        .start()) {
            assertThat(rep.awaitMessage()).isEqualTo("ping");
            assertThat(req.awaitMessage()).isEqualTo("pong");
            assertThat(nameless.awaitExit()).isNotZero();
            assertThat(rep.lines()).hasSize(1);
        }
    }
}
