// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.cluster.peer.PeerLinks;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Callback;
import io.troupe.net.support.TestCertificates;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
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
        one = members.hostSecurely("one", links("one"));
        two = members.hostSecurely("two", links("two"));
    }

    @AfterEach
    void close() {
        stranger.close();
        members.close();
    }

    private RemotingConfig links(String name) throws Exception {
        return RemotingConfig.production().tls(authority.good(name));
    }

    private void useAllKeys(long expected) {
        for (int i = 0; i < KEYS; i++) {
            assertThat(one.purse("k" + i).receive(1).await(LIMIT)).isEqualTo(expected);
        }
    }

    private Node three() throws Exception {
        return members.hostSecurely("three", links("three"));
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
                                .filter(link ->
                                        String.valueOf(link.lastLoss()).contains("must be that member: member=forged"))
                                .map(Link::peerName)
                                .distinct()
                                .count()
                        == 2);
        useAllKeys(1_001);
        assertThat(one.cluster().members()).extracting(ClusterMember::name).contains("one", "two");
    }
}
