// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The peers among themselves: when a test of ours fails and this does not, the fault is ours. */
@ExtendWith(PanicRetry.class)
@Tag("interop")
class PeersTalkToEachOtherTest {
    @TempDir
    static Path folder;

    /** Who listens in which role, and who dials in the partner's role. */
    record Case(Peer listener, Role role, Peer dialer, Scheme scheme) {
        boolean possible() {
            return listener.can(scheme, role) && dialer.can(scheme, role.partner());
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        Peer[] peers = Peer.values();
        for (int at = 0; at < peers.length; at++) {
            Peer one = peers[at];
            // In this ring every peer has every role at least once; more would only take longer.
            Peer next = peers[(at + 1) % peers.length];
            for (Role role : Role.values()) {
                cases.add(new Case(one, role, next, Scheme.TCP));
            }
            for (Scheme scheme : Scheme.values()) {
                cases.add(new Case(one, Role.REP, next, scheme));
                cases.add(new Case(next, Role.PULL, one, scheme));
            }
        }
        cases.add(new Case(Peer.NNGCAT, Role.PAIR1, Peer.PYNNG, Scheme.TCP));
        cases.add(new Case(Peer.PYNNG, Role.PAIR1, Peer.NNGCAT, Scheme.IPC));
        return cases.stream().filter(Case::possible).distinct();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldDeliverWhatThePartnerSends(Case pair) {
        Certificates certificates = pair.scheme().secure() ? Certificates.in(folder) : null;
        String uri = Addresses.fresh(pair.scheme());
        PeerCommand listen = with(pair.listener().as(pair.role()).listen(uri), certificates);
        PeerCommand dial = with(pair.dialer().as(pair.role().partner()).dial(uri), certificates);
        Duration listenerPace = pace(pair.listener());
        Duration dialerPace = pace(pair.dialer());
        switch (pair.role()) {
            case REQ -> exchange(listen.data("ping"), dial.data("pong"), "pong", "ping");
            case REP -> exchange(listen.data("pong"), dial.data("ping"), "ping", "pong");
            case SURVEYOR -> exchange(listen.data("vote?").interval(listenerPace), dial.data("yes"), "yes", "vote?");
            case RESPONDENT -> exchange(listen.data("yes"), dial.data("vote?").interval(dialerPace), "vote?", "yes");
            case PUB -> toDialer(listen.data("hello").interval(listenerPace), dial.subscribe("he"));
            case SUB -> toListener(listen.subscribe("he"), dial.data("hello").interval(dialerPace));
            case PUSH -> toDialer(listen.data("hello"), dial);
            case PULL, PAIR0, PAIR1 -> toListener(listen, dial.data("hello"));
            case BUS -> toListener(listen, dial.data("hello").interval(dialerPace));
        }
    }

    /** How often to say again what is lost while nobody is connected. */
    private static Duration pace(Peer peer) {
        return peer == Peer.NNGCAT ? Duration.ofSeconds(1) : Duration.ofMillis(200);
    }

    private static PeerCommand with(PeerCommand command, Certificates certificates) {
        return certificates == null ? command : command.certificates(certificates);
    }

    private static void toListener(PeerCommand listen, PeerCommand dial) {
        try (PeerProcess listener = listen.start().awaitListening();
                PeerProcess dialer = dial.start()) {
            assertThat(listener.awaitMessage())
                    .as("lines of the dialer: %s", dialer.lines())
                    .isEqualTo("hello");
        }
    }

    private static void toDialer(PeerCommand listen, PeerCommand dial) {
        // A pusher may end as soon as its message is gone, so it is not asked to stay.
        try (PeerProcess listener = listen.start().awaitListening();
                PeerProcess dialer = dial.start()) {
            assertThat(dialer.awaitMessage())
                    .as("lines of the listener: %s", listener.lines())
                    .isEqualTo("hello");
        }
    }

    private static void exchange(PeerCommand listen, PeerCommand dial, String toListener, String toDialer) {
        try (PeerProcess listener = listen.start().awaitListening();
                PeerProcess dialer = dial.start()) {
            assertThat(listener.awaitMessage()).isEqualTo(toListener);
            assertThat(dialer.awaitMessage()).isEqualTo(toDialer);
        }
    }
}
