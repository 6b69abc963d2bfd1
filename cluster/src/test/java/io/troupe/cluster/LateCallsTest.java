// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.peer.PeerLinks;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.MemoryRegistry;
import io.troupe.cluster.store.MemoryStore;
import io.troupe.core.ActorSystem;
import io.troupe.core.host.TurnGuard;
import io.troupe.dispatch.timer.Clock;
import io.troupe.net.transport.Listener;
import io.troupe.remoting.Remoting;
import io.troupe.testkit.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What calls are told whose turn begins when their member has ended: they had been taken while it served their key. */
class LateCallsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long OTHER = 77;

    private final ActorSystem system = ActorSystem.start("one");
    private final MemoryRegistry registry = new MemoryRegistry(Clock.system(), Duration.ofMinutes(1));
    private ServerSocket silent;
    private Membership member;
    private TurnGuard guard;

    /** Another member is there, which says nothing. */
    @BeforeEach
    void join() throws Exception {
        silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        registry.join(info(OTHER, "tcp://127.0.0.1:" + silent.getLocalPort()));
        registry.advance(OTHER, MemberStatus.ACTIVE);
        Remoting remoting = Remoting.on(system);
        Listener listener = remoting.listen("tcp://127.0.0.1:0").await(LIMIT);
        MemberInfo info = info(PeerLinks.idOf(remoting.id()), listener.address().toString());
        ClusterTimes times = new ClusterTimes(Duration.ofSeconds(60), Duration.ZERO, Duration.ofSeconds(60));
        member = new Membership(
                system, remoting, info, new MemoryStore().member(), registry, listener, times, new HostedTypes());
        member.start().await(LIMIT);
        member.host();
        Await.until("it serves its share", LIMIT, () -> member.self().shards() > 0);
        int number = 0;
        do {
            guard = member.guard("purse", "k" + number++);
        } while (guard.refusal() != null);
    }

    private static MemberInfo info(long id, String address) {
        return new MemberInfo(id, "member-" + id, address, "", "", List.of(), 1);
    }

    @AfterEach
    void close() throws Exception {
        member.close();
        system.close();
        silent.close();
    }

    @Test
    void shouldBeSentToTheNewOwnerIfTheMemberHasLeft() {
        member.leave(LIMIT);
        assertThat(member.isServing()).isFalse();
        assertThat(guard.refusal())
                .hasMessageStartingWith("a call must come to the owner of its key: type=purse, key=k");
    }
}
