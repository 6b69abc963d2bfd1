// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.Certificates;
import io.troupe.sp.peers.PanicRetry;
import io.troupe.sp.peers.Peer;
import io.troupe.sp.peers.Pynng;
import io.troupe.sp.peers.Role;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.SubSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every role of ours with each peer that has its partner's, over each transport both have, dialled from either side. Several
 * at a time, for most of it is waiting for processes.
 */
@Timeout(120)
@ExtendWith(PanicRetry.class)
@Tag("interop")
class EveryProtocolTest {
    private static Certificates certificates;
    private static @Nullable Pynng pynng;

    @BeforeAll
    static void certify(@TempDir Path folder) {
        certificates = Certificates.in(folder);
    }

    @AfterAll
    static void end() {
        Pynng process = pynng;
        if (process != null) {
            process.close();
            pynng = null;
        }
    }

    static List<Case> cases() {
        return Case.all();
    }

    // Said of the method, for a concurrent class would run beside all others, and leaks could not be told apart.
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void shouldTalkWithTheOther(Case meeting) {
        String uri = Addresses.fresh(meeting.scheme());
        if (meeting.listens()) {
            try (Ours ours = ours(meeting).listen(uri);
                    Partner partner = partner(meeting, uri)) {
                talk(meeting.role(), ours, partner);
            }
        } else {
            try (Partner partner = partner(meeting, uri);
                    Ours ours = ours(meeting).dial(uri)) {
                talk(meeting.role(), ours, partner);
            }
        }
    }

    private static Ours ours(Case meeting) {
        Ours ours = !meeting.scheme().secure()
                ? Ours.open(meeting.role())
                : Ours.open(
                        meeting.role(), meeting.listens() ? Ours.serving(certificates) : Ours.trusting(certificates));
        if (meeting.role() == Role.SUB) {
            ours.as(SubSocket.class).subscribe("he");
        }
        return ours;
    }

    private static Partner partner(Case meeting, String uri) {
        Certificates files = meeting.scheme().secure() ? certificates : null;
        Role role = meeting.role().partner();
        return meeting.peer() == Peer.PYNNG
                ? Partner.open(pynng(), role, !meeting.listens(), uri, files)
                : Partner.start(meeting.peer(), role, !meeting.listens(), uri, "hello", files);
    }

    /** One process for all, started by the first test that needs it. */
    private static synchronized Pynng pynng() {
        Pynng process = pynng;
        if (process == null) {
            process = Pynng.start();
            pynng = process;
        }
        return process;
    }

    private static void talk(Role role, Ours ours, Partner partner) {
        switch (role) {
            case REQ, SURVEYOR -> {
                ours.awaitPipes(1).send("anybody?");
                assertThat(partner.receive()).isEqualTo("anybody?");
                partner.send("hello");
                assertThat(ours.receive()).isEqualTo("hello");
            }
            case REP -> {
                hear(ours, partner);
                ours.send("welcome");
                assertThat(partner.receive()).isEqualTo("welcome");
            }
            case RESPONDENT -> answerAll(ours, partner);
            case PUSH, PUB -> {
                ours.awaitPipes(1).send("hey");
                assertThat(partner.receive()).isEqualTo("hey");
            }
            case PULL, SUB -> hear(ours, partner);
            case PAIR0, PAIR1, BUS -> {
                hear(ours, partner);
                ours.send("thanks");
                assertThat(partner.receive()).isEqualTo("thanks");
            }
        }
    }

    private static void hear(Ours ours, Partner partner) {
        partner.send("hello");
        assertThat(ours.receive()).as("%s", partner).isEqualTo("hello");
    }

    /** Tools ask again and again, and take no late answers. */
    private static void answerAll(Ours ours, Partner partner) {
        Set<String> asked = ConcurrentHashMap.newKeySet();
        ours.as(RepSocket.class).serve(survey -> {
            asked.add(Ours.text(survey));
            return Promise.of(SpMessage.of("welcome"));
        });
        partner.send("hello");
        assertThat(partner.receive()).as("asked: %s", asked).isEqualTo("welcome");
        assertThat(asked).containsExactly("hello");
    }
}
