// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.testkit.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A member that renews its lease, and whom nobody reaches: its host takes connections and answers none. */
class SuspectTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;
    private static final long DEAF = 0xDEAF;

    @Test
    void shouldGetNothingNewAndNotBeBuried() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                MembersFixture members = new MembersFixture(Duration.ofSeconds(3))) {
            Node one = members.host("one");
            Node two = members.host("two");
            members.awaitShared(one, two);
            String address = "tcp://127.0.0.1:" + silent.getLocalPort();
            assertThat(members.registry.join(new MemberInfo(DEAF, "deaf", address, "", "", List.of(), 1)))
                    .isTrue();
            awaitRenewing(members, () -> Stream.of(one, two)
                    .allMatch(node -> node.cluster().stats().suspects() == 1));

            members.registry.advance(DEAF, MemberStatus.ACTIVE);
            Node three = members.host("three");
            awaitRenewing(
                    members,
                    () -> three.cluster().stats().suspects() == 1
                            && three.cluster().self().shards() > 500); // others get their share
            assertThat(one.cluster().members()).anySatisfy(member -> {
                assertThat(member.name()).isEqualTo("deaf");
                assertThat(member.status()).isEqualTo("ACTIVE");
                assertThat(member.shards()).isZero();
            });

            members.registry.advance(DEAF, MemberStatus.GONE);
            members.awaitShared(one, two, three);
            Await.until("nobody is suspect", LIMIT, () -> Stream.of(one, two, three)
                    .allMatch(node -> node.cluster().stats().suspects() == 0));
        }
    }

    private static void awaitRenewing(MembersFixture members, BooleanSupplier condition) {
        Await.until("members know", LIMIT, () -> {
            assertThat(members.registry.renew(DEAF)).isPresent();
            return condition.getAsBoolean();
        });
    }
}
