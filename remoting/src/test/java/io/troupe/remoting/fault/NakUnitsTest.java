// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.host.ActorControl;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.TargetStats;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Complaints count bytes among those who know that, and messages with those who do not. */
class NakUnitsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int SIZE = 10_000;
    private static final int MANY = 300;

    private final ManualDispatcher gate = Dispatchers.manual();
    private final CompletableFuture<Link> link = new CompletableFuture<>();
    private ActorSystem system;
    private Sink stopped;
    private int port;

    @BeforeEach
    void start() {
        system = ActorSystem.start("there");
        stopped = system.spawn(
                Sink.class,
                () -> new Sink(Sink.Pace.STOPPED),
                ActorOptions.defaults().dispatcher(gate));
        Remoting remoting = Remoting.on(system, RemotingConfig.production());
        remoting.expose("sink", stopped);
        remoting.onLink(link::complete);
        port = remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().port();
    }

    @AfterEach
    void close() {
        ActorControl.of(stopped).stop();
        gate.runAll();
        system.close();
    }

    private Frame.Nak complaint(Encoding encoding, String features) throws IOException {
        try (RawPeer peer = RawPeer.agreed(port, encoding)) {
            peer.send(new Frame.Hello(Map.of("name", "raw", "features", features)));
            byte[] one = peer.bytes(
                    new Frame.Tell(TargetId.name("sink"), "swallow", ByHand.value(out -> out.bytes(new byte[SIZE]))));
            for (int i = 0; i < MANY; i++) {
                peer.send(one);
            }
            return peer.await(Frame.Nak.class, nak -> nak.scope() == Frame.Nak.Scope.TARGET);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldComplainInMessagesToPeersThatCountThem(Encoding encoding) throws IOException {
        Frame.Nak nak = complaint(encoding, "streams,nak");

        assertThat(nak.queued()).isBetween(10L, (long) MANY);
        assertThat(nak.capacity()).isBetween(10L, 1_000L);
    }

    @ParameterizedTest
    @EnumSource
    void shouldComplainInBytesToPeersThatCountThem(Encoding encoding) throws IOException {
        Frame.Nak nak = complaint(encoding, "streams,nak,nakBytes");

        assertThat(nak.queued()).isBetween(10L * SIZE, 2L * MANY * SIZE); // Base64 is longer
        assertThat(nak.capacity()).isGreaterThan(10L * SIZE);
    }

    /** A million messages per second, by the size of those that it has been sent. */
    @Test
    void shouldUnderstandPeersThatCountMessages() throws Exception {
        try (RawPeer peer = RawPeer.agreed(port, Encoding.BINARY)) {
            peer.send(new Frame.Hello(Map.of("name", "raw", "features", "streams,nak")));
            Link up = link.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            Sink far = up.lookup("far", Sink.class);
            far.swallow(new byte[SIZE]);
            peer.await(Frame.Tell.class, tell -> true);
            peer.send(new Frame.Nak(Frame.Nak.Scope.LINK, 0, 1, 0, 1_000, 1e6));
            Await.until("the complaint has been heard", LIMIT, () -> stats(up).naks() > 0);

            assertThat(stats(up).limit()).isGreaterThan(0.9 * 1e6 * SIZE);
        }
    }

    private static TargetStats stats(Link up) {
        return up.stats().targets().stream()
                .filter(target -> target.target().equals("far"))
                .findFirst()
                .orElseThrow();
    }
}
