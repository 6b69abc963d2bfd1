// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.peer.PeerLinks;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.net.support.TestCertificates;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.key.KeyTarget;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members with certificates, and strangers who have one, too. */
class SecureMembersTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;
    private static final int KEYS = 20;

    @TempDir
    Path folder;

    private final MembersFixture members = new MembersFixture();
    private final ActorSystem stranger = ActorSystem.start("stranger");
    private TestCertificates authority;
    private Node one;
    private Node two;

    @BeforeEach
    void join() throws Exception {
        authority = new TestCertificates(folder, "authority");
        one = members.hostSecurely("one", links("one"), SecureMembersTest::callers);
        two = members.hostSecurely("two", links("two"), SecureMembersTest::callers);
    }

    @AfterEach
    void close() {
        stranger.close();
        members.close();
    }

    private RemotingConfig links(String name) throws Exception {
        return RemotingConfig.production().tls(authority.good(name));
    }

    /** Members may all, others may look, but not at secrets. */
    private static ClusterConfig callers(ClusterConfig config) {
        Set<String> all = Set.of("CN=one", "CN=two", "CN=three");
        return config.callers((caller, target, method) -> target.startsWith("purse/")
                && caller != null
                && (all.contains(caller.name())
                        || (!target.startsWith("purse/secret")
                                && Set.of("cents", "caller").contains(method.name()))));
    }

    private void useAllKeys(long expected) {
        for (int i = 0; i < KEYS; i++) {
            assertThat(one.purse("k" + i).receive(1).await(LIMIT)).isEqualTo(expected);
        }
    }

    private Node three() throws Exception {
        return members.hostSecurely("three", links("three"), SecureMembersTest::callers);
    }

    @Test
    void shouldFormAClusterOverTls() throws Exception {
        members.awaitShared(one, two, three());
        useAllKeys(1_001);
        assertThat(members.registry.read(0).members())
                .extracting(row -> row.info().fingerprint())
                .doesNotContain("")
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldBelieveNoNoteOfAStranger() throws Exception {
        members.awaitShared(one, two);
        useAllKeys(1_001);
        Remoting remoting = Remoting.on(stranger, links("stranger"));
        Link link = remoting.connect(one.cluster().self().address()).await(LIMIT);
        Queue<String> notes = new ConcurrentLinkedQueue<>();
        Callback<String> out = link.open("troupe/cluster", String.class, String.class, Callback.of(notes::add));
        long two64 = Long.parseUnsignedLong(two.cluster().self().id(), 16);
        out.item(two64 + "\n999999999\nnothing.of.ours");
        link.resolve("nothing", Purse.class).recover(failure -> null).await(LIMIT); // behind the note
        useAllKeys(1_002);
        assertThat(notes).first().asString().contains("purse"); // who may call learns what there is
    }

    @Test
    void shouldRefuseAForgedMember() throws Exception {
        members.awaitShared(one, two);
        Remoting remoting = Remoting.on(stranger, links("stranger"));
        Queue<Link> accepted = new ConcurrentLinkedQueue<>();
        remoting.onLink(accepted::add);
        String address =
                remoting.listen("tls://127.0.0.1:0").await(LIMIT).address().toString();
        String stolen = PeerLinks.fingerprintOf(Remoting.on(two.system()).certificate());
        members.registry.join(
                new MemberInfo(PeerLinks.idOf(remoting.id()), "forged", address, stolen, "", List.of(), 1));
        Await.until(
                "both refuse it",
                LIMIT,
                () -> accepted.stream()
                                .filter(
                                        link -> String.valueOf(link.lastLoss())
                                                .contains(
                                                        "with which it has joined; start it again if it has a new one: member=forged"))
                                .map(Link::peerName)
                                .distinct()
                                .count()
                        == 2);
        useAllKeys(1_001);
        assertThat(one.cluster().members()).extracting(ClusterMember::name).contains("one", "two");
    }

    @Test
    void shouldLetInWhomTheDecisionAllows() throws Exception {
        members.awaitShared(one, two);
        useAllKeys(1_001);
        String address = one.cluster().self().address();
        ClientConfig config = ClientConfig.defaults().within(LIMIT).links(links("stranger"));
        try (ClusterClient client = Cluster.client(stranger, List.of(address), config)) {
            for (int i = 0; i < KEYS; i++) {
                Purse purse = client.actor(Purse.class, "k" + i);
                String id = "request " + i;
                assertThat(purse.cents().await(LIMIT)).isEqualTo(1_001);
                assertThatThrownBy(() -> purse.receive(5).await(LIMIT))
                        .isInstanceOf(CallRefusedException.class)
                        .hasMessageContaining("caller=CN=stranger, target=purse/");
                assertThatThrownBy(
                                () -> CallId.of(id).run(() -> purse.receive(5)).await(LIMIT))
                        .isInstanceOf(CallRefusedException.class)
                        .hasMessageContaining("caller=CN=stranger, target=purse/");
                assertThat(purse.caller().await(LIMIT)).isEqualTo("CN=stranger");
                assertThat(CallId.of(id + "b").run(purse::caller).await(LIMIT)).isEqualTo("CN=stranger");
            }
        }
    }

    /** What it asks for makes the object of an actor, and reads its state. */
    @Test
    void shouldLoadNothingForWhomTheDecisionDenies() throws Exception {
        Remoting remoting = Remoting.on(stranger, links("stranger"));
        Link link = remoting.connect(one.cluster().self().address()).await(LIMIT);
        members.awaitShared(one, two);
        int before = members.loads();
        for (String type : List.of("purse", "once:purse")) {
            KeyTarget secret = remoting.keyedLinks().target(link, type, "secret");
            assertThatThrownBy(() -> secret.end().await(LIMIT))
                    .hasMessageContaining("caller=CN=stranger, target=purse/secret");
            remoting.keyedLinks().target(link, type, "open").end().await(LIMIT);
        }
        assertThat(members.loads() - before).isLessThanOrEqualTo(1); // the open one
    }
}
