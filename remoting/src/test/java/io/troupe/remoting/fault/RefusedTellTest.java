// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tells that come in pieces and are refused before the last one has left: each is one dead letter, whatever becomes of the rest. */
@Timeout(60)
class RefusedTellTest {
    /** More than sockets take that nobody reads from. */
    private static final int LARGE = 11 << 20;

    private static final int MOST = 64 << 20;
    private static final FrameLimits FRAMES = new FrameLimits(MOST, 64);
    private static final String SWALLOW = "swallow(byte[])";

    private final ActorSystem system = ActorSystem.start("node");
    private final List<Link> links = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        system.close();
    }

    private RawPeer peer(Encoding encoding) throws IOException {
        Remoting remoting = Remoting.on(
                system, RemotingConfig.production().limits(LinkLimits.defaults().frames(FRAMES)));
        remoting.onLink(links::add);
        int port = remoting.listen("tcp://127.0.0.1:0")
                .await(Victim.LIMIT)
                .address()
                .port();
        RawPeer peer = RawPeer.agreed(port, encoding);
        peer.send(new Frame.Hello(
                Map.of("name", "raw", "features", "pieces", "maxFrame", "" + MOST, "memory", "" + MOST)));
        Await.until("the link is up", Victim.LIMIT, () -> !links.isEmpty());
        return peer;
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeOneDeadLetterIfTheLinkIsLostThen(Encoding encoding) throws IOException {
        try (RawPeer peer = peer(encoding)) {
            begin(peer, piece -> Map.of("pieces", Long.toString(piece)));
        }
        Await.until("the link is lost", Victim.LIMIT, () -> links.get(0).state() == LinkState.CLOSED);
        assertThat(system.deadLetters()).isOne();
    }

    /** The one that is refused came before: what is under way is lost besides. */
    @ParameterizedTest
    @EnumSource
    void shouldBeTwoIfAnotherOneWasRefused(Encoding encoding) throws IOException {
        try (RawPeer peer = peer(encoding)) {
            begin(peer, piece -> Map.of("pieces", Long.toString(piece - 1)));
        }
        Await.until("the rest is lost", Victim.LIMIT, () -> system.deadLetters(Reason.LINK_LOST) == 1);
        assertThat(system.deadLetters()).isEqualTo(2);
    }

    /** Sends a tell of which only a part leaves, and has one refused. */
    private void begin(RawPeer peer, LongFunction<Map<String, String>> facts) throws IOException {
        links.get(0).lookup("sink", Sink.class).swallow(new byte[LARGE]);
        Frame.Fragment piece = peer.await(Frame.Fragment.class, any -> true);
        Failure failure = new Failure(Failure.Code.BUSY, "", "no room", facts.apply(piece.number()));
        peer.send(new Frame.Undelivered(TargetId.name("sink"), SWALLOW, failure));
        Await.until("it is refused", Victim.LIMIT, () -> system.deadLetters(Reason.REFUSED) == 1);
    }
}
