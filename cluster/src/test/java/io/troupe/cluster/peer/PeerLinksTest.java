// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.core.ActorSystem;
import io.troupe.net.support.TestCertificates;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom a member takes for another one. */
class PeerLinksTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long SELF = 77;

    @TempDir
    static Path folder;

    private static TestCertificates authority;

    private final ActorSystem here = ActorSystem.start("here");
    private final ActorSystem there = ActorSystem.start("there");
    private final Queue<Long> proved = new ConcurrentLinkedQueue<>();
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();
    private final Queue<Link> accepted = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void certificates() throws Exception {
        authority = new TestCertificates(folder, "authority");
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private final class Recorder implements PeerListener {
        @Override
        public void linksChanged() {}

        @Override
        public void proved(long member) {
            proved.add(member);
        }

        @Override
        public void heard(long member, long view, Set<String> hosted) {
            heard.add(member + " " + view + " " + hosted);
        }
    }

    private static RemotingConfig secure(String name) throws Exception {
        return RemotingConfig.production().tls(authority.good(name));
    }

    private Remoting answering(RemotingConfig config) {
        Remoting remoting = Remoting.on(there, config);
        remoting.onLink(accepted::add);
        new PeerNews(remoting, PeerLinks.idOf(remoting.id()), id -> {}, () -> null).tell(5, Set.of("purse"));
        return remoting;
    }

    private static String listen(Remoting remoting, String scheme) {
        return remoting.listen(scheme + "://127.0.0.1:0").await(LIMIT).address().toString();
    }

    private static MemberRow row(long id, String address, String fingerprint) {
        return new MemberRow(
                new MemberInfo(id, "it", address, fingerprint, "", List.of(), 1), MemberStatus.ACTIVE, false, 1);
    }

    private PeerLinks follow(Remoting remoting, MemberRow row) {
        PeerLinks links = new PeerLinks("links", remoting, SELF, new Recorder());
        links.follow(List.of(row));
        return links;
    }

    private void awaitRefusal() {
        Await.until("the other side is told", LIMIT, () -> accepted.stream()
                .anyMatch(link -> String.valueOf(link.lastLoss())
                        .contains("whoever answers at the address of a member must be that member: member=it")));
    }

    @Test
    void shouldUseTheLinkToAMemberWithTheCertificateOfItsRow() throws Exception {
        Remoting remoting = answering(secure("there"));
        long id = PeerLinks.idOf(remoting.id());
        MemberRow row = row(id, listen(remoting, "tls"), PeerLinks.fingerprintOf(remoting.certificate()));
        try (PeerLinks links = follow(Remoting.on(here, secure("here")), row)) {
            Await.until("it is usable", LIMIT, () -> links.links().containsKey(id));
            assertThat(heard).contains(id + " 5 [purse]");
            assertThat(proved).isEmpty();
        }
    }

    @Test
    void shouldRefuseAnotherCertificateAndBuryNobody() throws Exception {
        Remoting remoting = answering(secure("there"));
        Remoting dialler = Remoting.on(here, secure("here"));
        MemberRow row = row(
                PeerLinks.idOf(remoting.id()), listen(remoting, "tls"), PeerLinks.fingerprintOf(dialler.certificate()));
        try (PeerLinks links = follow(dialler, row)) {
            awaitRefusal();
            assertThat(links.links()).isEmpty();
            assertThat(heard).isEmpty();
            assertThat(proved).isEmpty();
        }
    }

    @Test
    void shouldRefuseAMemberWithoutACertificateInItsRow() throws Exception {
        Remoting remoting = answering(secure("there"));
        MemberRow row = row(PeerLinks.idOf(remoting.id()), listen(remoting, "tls"), "");
        try (PeerLinks links = follow(Remoting.on(here, secure("here")), row)) {
            awaitRefusal();
            assertThat(links.links()).isEmpty();
        }
    }

    @Test
    void shouldRefuseAnotherIdAndBuryNobodyForIt() throws Exception {
        Remoting remoting = answering(secure("there"));
        MemberRow row = row(5, listen(remoting, "tls"), PeerLinks.fingerprintOf(remoting.certificate()));
        try (PeerLinks links = follow(Remoting.on(here, secure("here")), row)) {
            awaitRefusal();
            assertThat(links.links()).isEmpty();
            assertThat(proved).isEmpty();
        }
    }

    @Test
    void shouldTakeAnotherIdForAProofOfDeathWithoutTls() {
        Remoting remoting = answering(RemotingConfig.production());
        MemberRow row = row(5, listen(remoting, "tcp"), "");
        try (PeerLinks links = follow(Remoting.on(here), row)) {
            awaitRefusal();
            assertThat(links.links()).isEmpty();
            assertThat(proved).contains(5L);
        }
    }
}
