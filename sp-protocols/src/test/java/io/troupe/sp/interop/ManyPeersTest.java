// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.Promise;
import io.troupe.sp.Device;
import io.troupe.sp.Devices;
import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.peers.Addresses;
import io.troupe.sp.peers.PanicRetry;
import io.troupe.sp.peers.Peer;
import io.troupe.sp.peers.PeerProcess;
import io.troupe.sp.peers.Role;
import io.troupe.sp.peers.Scheme;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SubSocket;
import io.troupe.sp.socket.SurveyorSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** More than two sockets of several kinds. */
@Timeout(120)
@ExtendWith(PanicRetry.class)
@Tag("interop")
class ManyPeersTest {
    @Test
    void shouldSurveyRespondentsOfThreeKinds() {
        String tcp = Addresses.fresh(Scheme.TCP);
        String ipc = Addresses.fresh(Scheme.IPC);
        String ws = Addresses.fresh(Scheme.WS);
        Set<String> answers = ConcurrentHashMap.newKeySet();
        try (Ours surveyor = Ours.open(Role.SURVEYOR).listen(tcp).listen(ipc).listen(ws);
                PeerProcess one = respondent(Peer.NANOCAT, ipc);
                PeerProcess two = respondent(Peer.NNGCAT, tcp);
                PeerProcess three = respondent(Peer.PYNNG, ws)) {
            surveyor.awaitPipes(3);
            Promise<Void> survey = surveyor.as(SurveyorSocket.class)
                    .survey(SpMessage.of("who?"), answer -> answers.add(Ours.text(answer)));
            Until.isTrue("three answers", () -> answers.size() == 3);
            survey.cancel();

            assertThat(answers).containsExactlyInAnyOrder("NANOCAT", "NNGCAT", "PYNNG");
            assertThat(one.awaitMessage()).isEqualTo("who?");
            assertThat(two.awaitMessage()).isEqualTo("who?");
            assertThat(three.awaitMessage()).isEqualTo("who?");
        }
    }

    private static PeerProcess respondent(Peer peer, String uri) {
        return peer.as(Role.RESPONDENT).dial(uri).data(peer.name()).start();
    }

    @Test
    void shouldPublishToEachWhatItSubscribedTo() {
        String tcp = Addresses.fresh(Scheme.TCP);
        String ipc = Addresses.fresh(Scheme.IPC);
        try (Ours pub = Ours.open(Role.PUB).listen(tcp).listen(ipc);
                PeerProcess news =
                        Peer.NANOCAT.as(Role.SUB).dial(tcp).subscribe("news/").start();
                PeerProcess sport = Peer.NNGCAT
                        .as(Role.SUB)
                        .dial(ipc)
                        .subscribe("news/sport/")
                        .start();
                PeerProcess all =
                        Peer.PYNNG.as(Role.SUB).dial(tcp).subscribe("").start()) {
            pub.awaitPipes(3);
            pub.send("weather").send("news").send("news/1").send("news/sport/2").send("");

            assertThat(news.awaitMessage()).isEqualTo("news/1");
            assertThat(news.awaitMessage()).isEqualTo("news/sport/2");
            assertThat(sport.awaitMessage()).isEqualTo("news/sport/2");
            for (String text : new String[] {"weather", "news", "news/1", "news/sport/2", ""}) {
                assertThat(all.awaitMessage()).isEqualTo(text);
            }
        }
    }

    @Test
    void shouldTakeFromPublishersOnlyWhatItSubscribedTo() {
        String tcp = Addresses.fresh(Scheme.TCP);
        String ws = Addresses.fresh(Scheme.WS);
        try (Ours sub = Ours.open(Role.SUB)) {
            sub.as(SubSocket.class).subscribe("b");
            sub.listen(tcp).listen(ws);
            try (PeerProcess unheard = publisher(Peer.NANOCAT, tcp, "ape");
                    PeerProcess heard = publisher(Peer.PYNNG, ws, "bee")) {
                sub.awaitPipes(2);
                for (int message = 0; message < 5; message++) {
                    assertThat(sub.receive())
                            .as("%s %s", unheard.lines(), heard.lines())
                            .isEqualTo("bee");
                }
                sub.as(SubSocket.class).unsubscribe("b");
                sub.as(SubSocket.class).subscribe("ap");

                assertThat(sub.receive()).isEqualTo("ape");
            }
        }
    }

    private static PeerProcess publisher(Peer peer, String uri, String text) {
        return peer.as(Role.PUB)
                .dial(uri)
                .data(text)
                .interval(Duration.ofMillis(20))
                .start();
    }

    @Test
    void shouldBringRequestsOfOneToTheReplierOfAnother() {
        String front = Addresses.fresh(Scheme.IPC);
        String back = Addresses.fresh(Scheme.WS);
        DuplexSocket clients = Sockets.raw(Protocol.REP);
        DuplexSocket servers = Sockets.raw(Protocol.REQ);
        clients.listen(front);
        servers.listen(back);
        try (Device device = Devices.forward(clients, servers);
                PeerProcess req =
                        Peer.NANOCAT.as(Role.REQ).dial(front).data("ping").start();
                PeerProcess rep =
                        Peer.NNGCAT.as(Role.REP).dial(back).data("pong").start()) {
            assertThat(rep.awaitMessage()).isEqualTo("ping");
            assertThat(req.awaitMessage())
                    .as("forwarded=%s, failed=%s", device.forwarded(), device.failed())
                    .isEqualTo("pong");
            // It counts after the other side has been served.
            Until.isTrue("both are counted", () -> device.forwarded() == 2);
        }
    }

    @Test
    void shouldBringNewsOfOneToTheSubscriberOfAnother() {
        String front = Addresses.fresh(Scheme.TCP);
        String back = Addresses.fresh(Scheme.IPC);
        DuplexSocket publishers = Sockets.raw(Protocol.SUB);
        DuplexSocket subscribers = Sockets.raw(Protocol.PUB);
        publishers.listen(front);
        subscribers.listen(back);
        try (Device device = Devices.forward(publishers, subscribers);
                PeerProcess sub =
                        Peer.NNGCAT.as(Role.SUB).dial(back).subscribe("be").start();
                PeerProcess pub = publisher(Peer.NANOCAT, front, "bee")) {
            assertThat(sub.awaitMessage())
                    .as("%s, forwarded=%s", pub.lines(), device.forwarded())
                    .isEqualTo("bee");
        }
    }

    @Test
    void shouldSendToAllNeighboursOnABus() {
        String uri = Addresses.fresh(Scheme.TCP);
        try (Ours bus = Ours.open(Role.BUS).listen(uri);
                PeerProcess one = talker(Peer.NANOCAT, uri, "from one");
                PeerProcess two = talker(Peer.PYNNG, uri, "from two")) {
            bus.awaitPipes(2);
            Set<String> heard = new HashSet<>();
            while (heard.size() < 2) {
                heard.add(bus.receive());
            }
            assertThat(heard).containsExactlyInAnyOrder("from one", "from two");
            bus.send("to all");

            assertThat(one.awaitMessage()).isEqualTo("to all");
            assertThat(two.awaitMessage()).isEqualTo("to all");
        }
    }

    private static PeerProcess talker(Peer peer, String uri, String text) {
        return peer.as(Role.BUS)
                .dial(uri)
                .data(text)
                .interval(Duration.ofMillis(100))
                .start();
    }
}
