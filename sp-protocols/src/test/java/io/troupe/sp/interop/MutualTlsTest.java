// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Until;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Certificates;
import io.troupe.sp.peers.NeedsPeers;
import io.troupe.sp.peers.PanicRetry;
import io.troupe.sp.peers.Peer;
import io.troupe.sp.peers.PeerProcess;
import io.troupe.sp.peers.Pynng;
import io.troupe.sp.peers.PynngSocket;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Certificates of both sides, and who learns of them. */
@NeedsPeers(Peer.PYNNG)
@Timeout(120)
@ExtendWith(PanicRetry.class)
@Tag("interop")
class MutualTlsTest {
    private static Certificates certificates;
    private static Certificates strange;
    private static Pynng pynng;

    @BeforeAll
    static void start(@TempDir Path folder) {
        certificates = Certificates.in(folder.resolve("known"));
        strange = Certificates.in(folder.resolve("strange"));
        pynng = Pynng.start();
    }

    @AfterAll
    static void end() {
        if (pynng != null) {
            pynng.close();
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TLS", "WSS"})
    void shouldDemandTheirCertificateAndTellWhoseItIs(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        List<String> identities = new CopyOnWriteArrayList<>();
        try (Ours pull = Ours.open(Role.PULL, mutual(certificates.server(), certificates.serverKey()))) {
            pull.socket().onPipe(new PipeListener() {
                @Override
                public void attached(PipeInfo pipe) {
                    identities.add(String.valueOf(pipe.peer().identity()));
                }
            });
            pull.listen(uri);
            try (PynngSocket stranger = pynng.open(Role.PUSH).trust(strange).dial(uri);
                    PynngSocket push = pynng.open(Role.PUSH)) {
                Until.isTrue(
                        "the stranger was refused", () -> pull.socket().stats().rejected() > 0);
                push.trust(certificates).dial(uri).awaitJoined().send("hello");
                assertThat(pull.receive()).isEqualTo("hello");
                assertThat(identities).containsExactly("CN=client");
                assertThat(stranger.joined()).isEmpty();
            }
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TLS", "WSS"})
    void shouldRefuseToolsWithoutCertificate(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (Ours pull = Ours.open(Role.PULL, mutual(certificates.server(), certificates.serverKey()))
                .listen(uri)) {
            try (PeerProcess bare = Peer.NNGCAT
                    .as(Role.PUSH)
                    .dial(uri)
                    .certificates(certificates)
                    .data("from nobody")
                    .start()) {
                Until.isTrue(
                        "the bare one was refused", () -> pull.socket().stats().rejected() > 0);
                assertThat(bare.lines()).noneMatch(line -> line.contains("from nobody"));
            }
            try (PeerProcess known = Peer.NNGCAT
                    .as(Role.PUSH)
                    .dial(uri)
                    .mutual(certificates)
                    .data("from one we know")
                    .start()) {
                assertThat(pull.receive()).as("%s", known.lines()).isEqualTo("from one we know");
            }
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TLS", "WSS"})
    void shouldShowOurCertificateToThoseWhoDemandIt(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (PynngSocket pull =
                        pynng.open(Role.PULL).serveMutualTls(certificates).listen(uri);
                Ours bare = Ours.open(Role.PUSH, Ours.trusting(certificates));
                Ours push = Ours.open(Role.PUSH, mutual(certificates.client(), certificates.clientKey()))) {
            SocketDialer refused = bare.socket().dial(uri);
            Until.isTrue("they refused the bare one", () -> refused.lastError().isPresent());
            push.dial(uri).send("hello");

            assertThat(pull.receive()).isEqualTo("hello");
            assertThat(push.socket().pipes().get(0).peer().identity()).isEqualTo("CN=server");
            assertThat(pull.joined()).hasSize(1);
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource(names = {"TLS", "WSS"})
    void shouldNotTrustStrangers(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        try (PynngSocket pull = pynng.open(Role.PULL).serveTls(strange).listen(uri);
                Ours push = Ours.open(Role.PUSH, Ours.trusting(certificates))) {
            SocketDialer dialer = push.socket().dial(uri);
            Until.isTrue("we do not trust them", () -> dialer.lastError()
                    .filter(e -> e.reason() == SpError.NOT_TRUSTED)
                    .isPresent());
            assertThat(push.socket().pipes()).isEmpty();
            assertThat(pull.joined()).isEmpty();
        }
    }

    private static SocketOptions mutual(Path certificate, Path key) {
        return Ours.patient().toBuilder()
                .tls(PemFiles.mutual(certificate, key, certificates.authority()))
                .build();
    }
}
