// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Until;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Certificates;
import io.troupe.sp.peers.NeedsPeers;
import io.troupe.sp.peers.PanicRetry;
import io.troupe.sp.peers.Peer;
import io.troupe.sp.peers.PeerCommand;
import io.troupe.sp.peers.PeerProcess;
import io.troupe.sp.peers.Pynng;
import io.troupe.sp.peers.PynngSocket;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.PemFiles;
import io.troupe.sp.socket.SocketOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The usual limit of 1 MiB, and messages beyond it. */
@NeedsPeers(Peer.PYNNG)
@Timeout(120)
@ExtendWith(PanicRetry.class)
@Tag("interop")
class SizesTest {
    private static final int LIMIT = 1 << 20;
    private static Certificates certificates;
    private static Pynng pynng;

    @BeforeAll
    static void start(@TempDir Path folder) {
        certificates = Certificates.in(folder);
        pynng = Pynng.start();
    }

    @AfterAll
    static void end() {
        if (pynng != null) {
            pynng.close();
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource
    void shouldTakeTheLimitAndNoMore(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        String whole = text(LIMIT);
        try (Ours ours = Ours.open(Role.PAIR0, serving()).listen(uri);
                PynngSocket theirs = theirs(uri)) {
            theirs.send(whole);
            assertThat(ours.receive().equals(whole)).isTrue();
            ours.send(whole);
            assertThat(theirs.receive().equals(whole)).isTrue();

            long pipe = theirs.joined().get(0);
            theirs.send(text(LIMIT + 1));
            theirs.awaitLeft(pipe);
            Until.isTrue("it is counted", () -> ours.socket().stats().dropped(DropReason.TOO_LONG) == 1);
            Until.isTrue("they came back", () -> theirs.joined().size() == 2);
            theirs.send("small");
            assertThat(ours.receive()).isEqualTo("small");
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource
    void shouldCarryMoreWhereItIsAllowed(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        String large = text(2 * LIMIT + 7);
        try (Ours ours = Ours.open(
                                Role.PAIR0,
                                serving().toBuilder().maxReceiveSize(0).build())
                        .listen(uri);
                PynngSocket theirs = theirs(uri).option("size", "recv-size-max", "0")) {
            theirs.send(large);
            assertThat(ours.receive().equals(large)).isTrue();
            ours.send(large);
            assertThat(theirs.receive().equals(large)).isTrue();
        }
    }

    @ParameterizedTest(name = "over {0}")
    @EnumSource
    void shouldComeBackWhenTheyRefuseTheSize(Scheme scheme) {
        String uri = Addresses.fresh(scheme);
        PeerCommand command = Peer.NNGCAT.as(Role.PULL).listen(uri).arguments("--recv-maxsz", "1000");
        if (scheme.secure()) {
            command.certificates(certificates);
        }
        try (PeerProcess pull = command.start().awaitListening();
                Ours push = Ours.open(Role.PUSH, dialling()).dial(uri)) {
            push.awaitPipes(1).send(text(1000));
            assertThat(pull.awaitMessage()).isEqualTo(text(1000));
            push.send(text(1001));
            Until.isTrue(
                    "they hung up and we came back", () -> push.socket().stats().connected() == 2);
            push.send("small");
            assertThat(pull.awaitMessage()).isEqualTo("small");
        }
    }

    private static SocketOptions serving() {
        return Ours.serving(certificates);
    }

    private static SocketOptions dialling() {
        return Ours.patient().toBuilder()
                .tls(PemFiles.trusting(certificates.authority()))
                .build();
    }

    private static PynngSocket theirs(String uri) {
        PynngSocket socket = pynng.open(Role.PAIR0);
        if (Scheme.of(uri).secure()) {
            socket.trust(certificates);
        }
        return socket.dial(uri).awaitJoined();
    }

    private static String text(int size) {
        StringBuilder text = new StringBuilder(size);
        for (int at = 0; at < size; at++) {
            text.append((char) ('a' + at % 23));
        }
        return text.toString();
    }
}
