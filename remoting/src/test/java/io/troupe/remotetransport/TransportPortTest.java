// SPDX-License-Identifier: Apache-2.0
package io.troupe.remotetransport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Somebody else can carry the bytes: from another package, with exported types only. */
class TransportPortTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ScheduledExecutorService loop = MemoryTransport.newLoop();
    private final ActorSystem there = ActorSystem.start("there");
    private final ActorSystem here = ActorSystem.start("here");

    public static class Echo extends Actor<Echo> {
        public Promise<String> say(String text) {
            return Promise.of(text);
        }

        public Promise<String> never() {
            return new io.troupe.core.promise.CompletablePromise<>();
        }
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
        loop.shutdownNow();
    }

    private Remoting remoting(ActorSystem system) {
        return Remoting.on(system, RemotingConfig.production(), new MemoryTransport(loop));
    }

    @Test
    void shouldCarryCallsAndTheEndOfTheLink() {
        Remoting server = remoting(there);
        server.expose("echo", there.spawn(Echo.class, Echo::new));
        server.listen("inproc://memory").await(LIMIT);
        Link link = remoting(here).connect("inproc://memory").await(LIMIT);
        Echo echo = link.lookup("echo", Echo.class);
        assertThat(echo.say("hello").await(LIMIT)).isEqualTo("hello");
        String large = "x".repeat(300_000);
        assertThat(echo.say(large).await(LIMIT)).isEqualTo(large);
        Promise<String> pending = echo.never();
        echo.say("behind it").await(LIMIT);
        link.close();
        assertThatThrownBy(() -> pending.await(LIMIT)).isInstanceOf(LinkLostException.class);
    }

    @Test
    void shouldRefuseASecondTransport() {
        Remoting first = remoting(here);
        assertThat(Remoting.on(here)).isSameAs(first);
        assertThatThrownBy(() -> remoting(here))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a system must have one remoting, with one transport: system=here");
    }
}
