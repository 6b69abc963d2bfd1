// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whom a client asks, and when. */
class RouteReaderTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long STANDING = 1;
    private static final long TELLER = 2;

    private final ActorSystem here = ActorSystem.start("here");
    private final ActorSystem standing = ActorSystem.start("standing");
    private final ActorSystem teller = ActorSystem.start("teller");
    private final Map<Long, Link> links = new ConcurrentHashMap<>();
    private final Queue<Long> learnt = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        here.close();
        standing.close();
        teller.close();
    }

    private Link link(ActorSystem to) {
        String address = Remoting.on(to)
                .listen("tcp://127.0.0.1:0")
                .await(LIMIT)
                .address()
                .toString();
        return Remoting.on(here).connect(address).await(LIMIT);
    }

    /** A member that stands still has a link until its lease is over, and those who take over then have news. */
    @Test
    void shouldAskWhoHasNewsWhileAnotherOneOwesAnAnswer() {
        Queue<Callback<String>> asked = new ConcurrentLinkedQueue<>();
        Remoting.on(standing)
                .accept(
                        RouteDesk.STREAM,
                        String.class,
                        String.class,
                        out -> Callback.of(text -> {
                            asked.add(out); // and says nothing
                        }));
        MemberInfo info = new MemberInfo(TELLER, "teller", "", "", "", List.of(), 1);
        RegistryDelta news =
                new RegistryDelta(7, List.of(new MemberRow(info, MemberStatus.ACTIVE, false, 7)), List.of());
        new RouteDesk(() -> news).open(Remoting.on(teller));

        links.put(STANDING, link(standing));
        try (RouteReader reader = new RouteReader(
                "reader", Remoting.on(here), List.of(), () -> links, delta -> learnt.add(delta.view()))) {
            reader.start();
            Await.until("it asks", LIMIT, () -> !asked.isEmpty());
            links.put(TELLER, link(teller));
            reader.wake(TELLER);
            Await.until("it has learnt", LIMIT, () -> learnt.contains(7L));
            assertThat(asked.element().isEnded()).as("it has not given up").isFalse();
        }
    }
}
