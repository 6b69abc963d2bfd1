// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Code of the application that fails on the loop of a link, with errors rather than exceptions. */
class BrokenHooksTest {
    private final ActorSystem here = ActorSystem.start("here");
    private final ActorSystem there = ActorSystem.start("there");

    public static class Echo extends Actor<Echo> {
        public Promise<Integer> one() {
            return Promise.of(1);
        }
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private static String listening(Remoting server) {
        return server.listen("tcp://127.0.0.1:0").await(Victim.LIMIT).address().toString();
    }

    private static AssertionError broken() {
        return new AssertionError("on purpose");
    }

    @Test
    void shouldTellOtherListenersOfALink() {
        Remoting server = Remoting.on(there);
        server.expose("echo", there.spawn(Echo.class, Echo::new));
        List<Link> accepted = new CopyOnWriteArrayList<>();
        server.onLink(link -> {
            throw broken();
        });
        server.onLink(accepted::add);
        Link link = Remoting.on(here).connect(listening(server)).await(Victim.LIMIT);
        assertThat(link.lookup("echo", Echo.class).one().await(Victim.LIMIT)).isOne();
        Await.until("the next one is told", Victim.LIMIT, () -> accepted.size() == 1);
        List<LinkState> changes = new CopyOnWriteArrayList<>();
        link.onChange((state, why) -> {
            throw broken();
        });
        link.onChange((state, why) -> changes.add(state));
        link.close();
        Await.until("the next one is told", Victim.LIMIT, () -> changes.contains(LinkState.CLOSED));
    }

    @Test
    void shouldRefuseWhoCannotBeChecked() {
        Remoting server = Remoting.on(there, RemotingConfig.production().authenticator((token, peer) -> {
            throw broken();
        }));
        Promise<Link> link = Remoting.on(here).connect(listening(server));
        assertThatThrownBy(() -> link.await(Victim.LIMIT))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("the check of who dials has failed");
    }

    @Test
    void shouldFailToDialWithoutAToken() {
        Remoting server = Remoting.on(there);
        Promise<Link> link = Remoting.on(
                        here,
                        RemotingConfig.production().dial(DialConfig.defaults().token(() -> {
                            throw broken();
                        })))
                .connect(listening(server));
        assertThatThrownBy(() -> link.await(Victim.LIMIT))
                .hasMessageContaining("the supplier of the token must not throw");
    }
}
