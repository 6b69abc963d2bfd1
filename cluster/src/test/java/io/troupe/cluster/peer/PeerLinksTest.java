// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.CallRefusedException;
import io.troupe.net.support.TestCertificates;
import io.troupe.net.transport.Listener;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom a member takes for another one. */
class PeerLinksTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long SELF = 77;
    private static final String NOT_AS_JOINED =
            "a member must show the certificate with which it has joined; start it again if it has a new one: member=it";

    @TempDir
    static Path folder;

    private static TestCertificates authority;

    private final ActorSystem here = ActorSystem.start("here");
    private final ActorSystem there = ActorSystem.start("there");
    private final Queue<Long> proved = new ConcurrentLinkedQueue<>();
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();
    private final Queue<Link> accepted = new ConcurrentLinkedQueue<>();
    private final AtomicInteger changes = new AtomicInteger();
    private volatile Runnable whenChanged = () -> {};

    @BeforeAll
    static void certificates() throws Exception {
        authority = new TestCertificates(folder, "authority");
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    /** Of no actor. */
    public interface Nobody {
        /** Never called. */
        void nothing();
    }

    private final class Recorder implements PeerListener {
        @Override
        public void linksChanged() {
            changes.incrementAndGet();
            whenChanged.run();
        }

        @Override
        public void proved(long member) {
            proved.add(member);
        }

        @Override
        public void heard(long member, long view, Set<Long> unreachable, Set<String> hosted) {
            heard.add(member + " " + view + " " + hosted);
        }
    }

    private static RemotingConfig secure(String name) throws Exception {
        return RemotingConfig.production().tls(authority.good(name));
    }

    private Remoting answering(RemotingConfig config) {
        Remoting remoting = Remoting.on(there, config);
        news(remoting);
        return remoting;
    }

    private PeerNews news(Remoting remoting) {
        remoting.onLink(accepted::add);
        PeerNews news = new PeerNews(remoting, PeerLinks.idOf(remoting.id()), id -> {}, () -> null);
        news.tell(5, false, Set.of(), Set.of("purse"));
        return news;
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
        awaitRefusal("whoever answers at the address of a member must be that member: member=it");
    }

    private void awaitRefusal(String text) {
        Await.until("the other side is told", LIMIT, () -> accepted.stream()
                .anyMatch(link -> String.valueOf(link.lastLoss()).contains(text)));
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

    /** What is sent over a link that comes up when a member has left is lost when its process ends. */
    @Test
    void shouldNotUseALinkOfAMemberThatHasParted() {
        Remoting remoting = Remoting.on(there);
        PeerNews news = news(remoting);
        long id = PeerLinks.idOf(remoting.id());
        Remoting dialler = Remoting.on(here);
        try (PeerLinks links = follow(dialler, row(id, listen(remoting, "tcp"), ""))) {
            Await.until("it is usable", LIMIT, () -> links.links().containsKey(id));
            Link first = accepted.element();
            assertThat(news.isListening(first)).isTrue();
            int before = changes.get();

            news.part();
            first.drain(LIMIT);
            Await.until("it is not to be used any more", LIMIT, () -> changes.get() > before);
            assertThat(links.links()).isEmpty();

            Await.until("it is dialled again", LIMIT, () -> accepted.size() > 1);
            Link again = dialler.links().get(0);
            Await.until("it is up", LIMIT, () -> again.state() == LinkState.UP);
            assertThatThrownBy(() -> again.resolve("nothing", Nobody.class).await(LIMIT)) // behind what was said
                    .isInstanceOf(CallRefusedException.class);
            assertThat(links.links()).isEmpty();
        }
    }

    @Test
    void shouldUseALinkAgainThatWasDialledAgain() {
        Remoting remoting = answering(RemotingConfig.production());
        long id = PeerLinks.idOf(remoting.id());
        try (PeerLinks links = follow(Remoting.on(here), row(id, listen(remoting, "tcp"), ""))) {
            Await.until("it is usable", LIMIT, () -> links.links().containsKey(id));
            int before = changes.get();
            accepted.element().cut();
            Await.until("it has been lost and made again", LIMIT, () -> changes.get() > before + 1);
            assertThat(links.links()).containsKey(id);
            assertThat(proved).isEmpty();
        }
    }

    /** Thousands of calls may look for another way meanwhile. */
    @Test
    void shouldProveADeathBeforeThoseWhoUseTheLinkAreThroughWithItsEnd() {
        Remoting remoting = Remoting.on(there);
        news(remoting);
        Listener listener = remoting.listen("tcp://127.0.0.1:0").await(LIMIT);
        long id = PeerLinks.idOf(remoting.id());
        try (PeerLinks links =
                follow(Remoting.on(here), row(id, listener.address().toString(), ""))) {
            Await.until("it is usable", LIMIT, () -> links.links().containsKey(id));
            whenChanged = () -> Await.until("its death is proved", LIMIT, () -> proved.contains(id));
            int before = changes.get();
            listener.close();
            accepted.element().cut();
            Await.until("its end was told", LIMIT, () -> changes.get() > before && proved.contains(id));
        }
    }

    /** Its row may go from active to gone between two looks. */
    @Test
    void shouldLetAMemberFinishThatHasSaidThatItLeaves() {
        Remoting remoting = Remoting.on(there);
        PeerNews news = news(remoting);
        long id = PeerLinks.idOf(remoting.id());
        MemberRow row = row(id, listen(remoting, "tcp"), "");
        try (PeerLinks links = follow(Remoting.on(here), row)) {
            Await.until("it is usable", LIMIT, () -> links.links().containsKey(id));
            news.tell(6, true, Set.of(), Set.of("purse"));
            Await.until("it says that it leaves", LIMIT, () -> heard.contains(id + " 6 [purse]"));
            assertThat(lossOf(links, row)).isEqualTo(LinkLoss.Reason.DRAINED);
        }
    }

    @Test
    void shouldCutOffAMemberThatIsGoneWithoutAWord() {
        Remoting remoting = answering(RemotingConfig.production());
        long id = PeerLinks.idOf(remoting.id());
        MemberRow row = row(id, listen(remoting, "tcp"), "");
        try (PeerLinks links = follow(Remoting.on(here), row)) {
            Await.until("it is usable", LIMIT, () -> links.links().containsKey(id));
            assertThat(lossOf(links, row)).isNotEqualTo(LinkLoss.Reason.DRAINED);
        }
    }

    /** Of the link at the other side when the row says that the member is gone. */
    private LinkLoss.Reason lossOf(PeerLinks links, MemberRow row) {
        links.follow(List.of(new MemberRow(row.info(), MemberStatus.GONE, false, 2)));
        Link link = accepted.element();
        Await.until("the link ends", LIMIT, () -> link.state() == LinkState.CLOSED);
        return Objects.requireNonNull(link.lastLoss()).reason();
    }

    @Test
    void shouldRefuseAnotherCertificateAndBuryNobody() throws Exception {
        Remoting remoting = answering(secure("there"));
        Remoting dialler = Remoting.on(here, secure("here"));
        MemberRow row = row(
                PeerLinks.idOf(remoting.id()), listen(remoting, "tls"), PeerLinks.fingerprintOf(dialler.certificate()));
        try (PeerLinks links = follow(dialler, row)) {
            awaitRefusal(NOT_AS_JOINED);
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
            awaitRefusal(NOT_AS_JOINED);
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
