// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.NotHostedException;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A process that calls members and is none. */
class ClusterClientTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;
    private static final int KEYS = 30;

    private final MembersFixture members = new MembersFixture();
    private final ActorSystem system = ActorSystem.start("calling");

    @AfterEach
    void close() {
        system.close();
        members.close();
    }

    private ClusterClient client(Node... known) {
        List<String> addresses = List.of(known).stream()
                .map(node -> node.cluster().self().address())
                .toList();
        return Cluster.client(system, addresses, ClientConfig.defaults().within(LIMIT));
    }

    @Test
    void shouldCallTheOwnerOfEachKeyAndKnowThemAllByOne() {
        Node one = members.host("one");
        Node two = members.host("two");
        members.awaitShared(one, two);
        ClusterClient client = client(one);
        for (int i = 0; i < KEYS; i++) {
            Purse purse = client.actor(Purse.class, "k" + i);
            purse.take(1);
            assertThat(purse.receive(2).await(LIMIT)).isEqualTo(1_003);
            assertThat(two.purse("k" + i).came().await(LIMIT)).containsExactly(1L, 2L);
        }
        assertThat(client.members()).extracting(ClusterMember::name).containsExactly("one", "two");
        assertThat(client.members())
                .extracting(ClusterMember::shards)
                .containsExactly(
                        one.cluster().self().shards(), two.cluster().self().shards());
        assertThat(one.cluster().members()).hasSize(2);
    }

    @Test
    void shouldCallActorsWithoutStoredStateAndSingletons() {
        Node one = members.join("one");
        one.cluster().host(Room.class, () -> new Room("one"));
        one.cluster().singleton(Lamp.class, () -> new Lamp("one", new ConcurrentLinkedQueue<>()));
        members.awaitShared(one);
        ClusterClient client = client(one);
        assertThat(client.actor(Room.class, "lobby").enter("Ann").await(LIMIT)).containsExactly("Ann");
        assertThat(client.actor(Room.class, "lobby").where().await(LIMIT)).isEqualTo("one/lobby");
        assertThat(client.singleton(Lamp.class).where().await(LIMIT)).isEqualTo("one");
    }

    @Test
    void shouldKeepOrderAndFailNothingWhileMembersComeAndLeave() {
        Node one = members.host("one");
        members.awaitShared(one);
        ClusterClient client = client(one);
        List<Promise<Long>> calls = new ArrayList<>();
        long next = 0;
        for (int round = 0; round < 40; round++) {
            next++;
            for (int i = 0; i < KEYS; i++) {
                calls.add(client.actor(Purse.class, "k" + i).receive(next));
            }
            if (round == 10) {
                Node two = members.host("two");
                members.awaitShared(one, two);
            } else if (round == 20) {
                one.cluster().close(); // the only one that the client was told
            } else {
                calls.get(calls.size() - 1).await(LIMIT);
            }
        }
        for (Promise<Long> call : calls) {
            call.await(LIMIT);
        }
        List<Long> expected = LongStream.rangeClosed(1, next).boxed().toList();
        for (int i = 0; i < KEYS; i++) {
            assertThat(client.actor(Purse.class, "k" + i).came().await(LIMIT)).isEqualTo(expected);
        }
        Await.until("it knows who is left", LIMIT, () -> client.members().size() == 1);
    }

    @Test
    void shouldDoCallsWithAnIdOnce() {
        Node one = members.host("one");
        Node two = members.host("two");
        members.awaitShared(one, two);
        ClusterClient client = client(one, two);
        for (int i = 0; i < KEYS; i++) {
            String key = "k" + i;
            CallId id = CallId.of("request " + i);
            assertThat(id.run(() -> client.actor(Purse.class, key).receive(5)).await(LIMIT))
                    .isEqualTo(1_005);
            assertThat(id.run(() -> client.actor(Purse.class, key).receive(5)).await(LIMIT))
                    .isEqualTo(1_005);
            assertThat(id.run(() -> one.purse(key).receive(5)).await(LIMIT)).isEqualTo(1_005);
        }
    }

    @Test
    void shouldGoOnWhenTheMemberThatItHasLearntFromDies() {
        Node one = members.host("one");
        Node two = members.host("two");
        members.awaitShared(one, two);
        ClusterClient client = client(one);
        members.vanish(one);
        members.awaitShared(two);
        for (int i = 0; i < KEYS; i++) {
            Purse purse = client.actor(Purse.class, "k" + i);
            CallId id = CallId.of("again " + i);
            Await.until("it is answered", LIMIT, () -> isDone(id, purse));
            assertThat(two.purse("k" + i).came().await(LIMIT)).containsExactly(7L);
        }
    }

    /** A call that is under way when its link ends fails, and may be repeated as it has an id. */
    private static boolean isDone(CallId id, Purse purse) {
        try {
            return id.run(() -> purse.receive(7)).await(LIMIT) == 1_007;
        } catch (LinkLostException e) {
            return false;
        }
    }

    @Test
    void shouldLeaveNoStreamOpenForWhatItHasAsked() {
        Node one = members.host("one");
        members.awaitShared(one);
        ClusterClient client = client(one);
        assertThat(client.actor(Purse.class, "a").cents().await(LIMIT)).isEqualTo(1_000);
        List<Link> links = Remoting.on(system).links();
        int rounds = 5;
        for (int i = 0; i < rounds; i++) {
            long sent = frames(links);
            Await.until("it asks again", LIMIT, () -> frames(links) > sent + 1);
        }
        Await.until(
                "only the stream of news is open",
                LIMIT,
                () -> links.stream().mapToInt(link -> link.stats().streams()).sum() <= 1);
    }

    private static long frames(List<Link> links) {
        return links.stream().mapToLong(link -> link.stats().framesOut()).sum();
    }

    @Test
    void shouldSayWhoHostsWhatAndWhyItCallsNoMore() {
        Node one = members.host("one");
        members.awaitShared(one);
        ClusterClient client = client(one);
        assertThatThrownBy(() -> client.actor(Sender.class, "a").send("b").await(LIMIT))
                .isInstanceOf(NotHostedException.class)
                .hasMessageContaining("one=[purse]");
        client.close();
        client.close();
        assertThatThrownBy(() -> client.actor(Purse.class, "a").cents().await(LIMIT))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining("a client that has closed calls nothing");
        try (ClusterClient again = client(one)) { // and of the same system
            assertThat(again.actor(Purse.class, "a").cents().await(LIMIT)).isEqualTo(1_000);
        }
    }

    @Test
    void shouldNameTheAddressesThatDoNotAnswerAndWhy() throws Exception {
        try (ActorSystem other = ActorSystem.start("no-member");
                ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = Remoting.on(other)
                    .listen("tcp://127.0.0.1:0")
                    .await(LIMIT)
                    .address()
                    .toString();
            String mute = "tcp://127.0.0.1:" + silent.getLocalPort();
            List<String> addresses = List.of("tcp://127.0.0.1:1", address, mute);
            assertThatThrownBy(() -> Cluster.client(
                            system, addresses, ClientConfig.defaults().within(Duration.ofSeconds(2))))
                    .isInstanceOf(LinkRefusedException.class)
                    .hasMessageStartingWith("one of the addresses must be that of a member that answers: addresses="
                            + addresses + ", waited=PT2S, causes=tcp://127.0.0.1:1: connection refused")
                    .hasMessageContaining(address + ": the process that answers must be a member")
                    .hasMessageContaining(mute + ": it is dialled, and has not said anything yet");
        }
        assertThatThrownBy(() -> Cluster.client(system, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Cluster.client(system, List.of("nonsense")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ClientConfig.defaults().within(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("within must be from 100 ms to an hour");
    }
}
