// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.net.support.TestCertificates;
import io.troupe.net.transport.Listener;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Authenticator;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links that come up only with the process that is expected. */
class ExpectedPeerTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final ActorSystem here = ActorSystem.start("here");
    private final ActorSystem there = ActorSystem.start("there");
    private final ActorSystem other = ActorSystem.start("other");

    @AfterEach
    void close() {
        here.close();
        there.close();
        other.close();
    }

    private static Authenticator expect(String name) {
        return (token, peer) -> {
            assertThat(token).isNull();
            if (!peer.name().equals(name)) {
                throw new LinkRefusedException("somebody else must not answer: name=" + peer.name());
            }
            return null;
        };
    }

    @Test
    void shouldRefuseWhoIsNotExpectedAndTellBoth() {
        Remoting remoting = Remoting.on(there);
        List<Link> accepted = new CopyOnWriteArrayList<>();
        remoting.onLink(accepted::add);
        String address =
                remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
        Remoting dialler = Remoting.on(here);
        assertThatThrownBy(() ->
                        dialler.connectExpected("a", expect("other"), address).await(LIMIT))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("somebody else must not answer: name=there");
        assertThat(dialler.links()).isEmpty();
        Await.until("the other side is told", LIMIT, () -> accepted.stream()
                .anyMatch(link -> link.state() == LinkState.CLOSED
                        && String.valueOf(link.lastLoss()).contains("somebody else must not answer")));
        assertThat(dialler.connectExpected("a", expect("there"), address)
                        .await(LIMIT)
                        .state())
                .isEqualTo(LinkState.UP);
        assertThat(dialler.connect(address).await(LIMIT).state()).isEqualTo(LinkState.UP);
    }

    @Test
    void shouldNotComeUpAgainWithSomebodyElse() {
        Remoting remoting = Remoting.on(there);
        Listener listener = remoting.listen("tcp://127.0.0.1:0").await(LIMIT);
        String address = listener.address().toString();
        Link link =
                Remoting.on(here).connectExpected("a", expect("there"), address).await(LIMIT);
        List<LinkState> states = new CopyOnWriteArrayList<>();
        link.onChange((state, why) -> states.add(state));
        there.close();
        Await.until("somebody else can listen there", LIMIT, () -> listensThere(address));
        Await.until("it is refused", LIMIT, () -> {
            LinkLoss loss = link.lastLoss();
            return loss != null && loss.reason() == LinkLoss.Reason.REFUSED;
        });
        assertThat(states).contains(LinkState.DOWN).doesNotContain(LinkState.UP);
    }

    private boolean listensThere(String address) {
        try {
            Remoting.on(other).listen(address).await(LIMIT);
            return true;
        } catch (LinkRefusedException e) {
            return false; // the address is not free yet
        }
    }

    @Test
    void shouldTellItsOwnCertificate() throws Exception {
        TestCertificates authority = new TestCertificates(folder, "authority");
        RemotingConfig config =
                RemotingConfig.production().dial(DialConfig.defaults().once());
        Remoting remoting = Remoting.on(there, config.tls(authority.good("there")));
        String address =
                remoting.listen("tls://127.0.0.1:0").await(LIMIT).address().toString();
        Link link = Remoting.on(here, config.tls(authority.good("here")))
                .connect(address)
                .await(LIMIT);
        assertThat(link.identity().certificate()).isNotNull().isEqualTo(remoting.certificate());
        assertThat(link.identity()).asString().contains("subject=CN=there").doesNotContain("\n");
        assertThat(Remoting.on(other).certificate()).isNull();
    }
}
