// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.shard.Shards;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the protocol costs with many members, in counts of a simulated database; {@link ScaleStudy} has the tables. */
class ScaleTest {
    private static final int MEMBERS = 100;

    private final SimulatedCluster cluster = new SimulatedCluster(1, 5_000);

    @Test
    void shouldTakeOneStatementPerHeartbeatInPeace() {
        cluster.begin(MEMBERS);
        long statements = cluster.statements();
        long bytes = cluster.bytesRead();
        cluster.pass(Duration.ofMinutes(1));
        long heartbeats = MEMBERS * 30;
        assertThat(cluster.statements() - statements)
                .as("and a few that look for the dead")
                .isBetween(heartbeats, heartbeats + 30 * 20);
        assertThat(cluster.bytesRead()).as("nothing has changed").isEqualTo(bytes);
    }

    @Test
    void shouldSpreadTheShardsEvenly() {
        cluster.begin(MEMBERS);
        assertThat(cluster.imbalance()).isLessThan(1.18);
    }

    @Test
    void shouldMoveTheShareOfOneWhoJoins() {
        cluster.begin(MEMBERS);
        long moves = cluster.moves();
        cluster.join();
        cluster.pass(Duration.ofSeconds(20));
        cluster.untilSettled();
        assertThat(cluster.moves() - moves).isLessThan(2 * Shards.COUNT / MEMBERS);
    }

    @Test
    void shouldServeAllAgainWhenAThirdIsLost() {
        cluster.begin(MEMBERS);
        cluster.kill(cluster.living().subList(0, MEMBERS / 3));
        assertThat(cluster.unserved()).isPositive();
        assertThat(cluster.untilServed()).isLessThan(Duration.ofSeconds(20));
        assertThat(cluster.imbalance()).isLessThan(1.18);
    }

    @Test
    void shouldLoseNothingWhenOneLeaves() {
        cluster.begin(MEMBERS);
        SimulatedCluster.Node one = cluster.living().get(0);
        cluster.leave(one);
        cluster.pass(Duration.ofSeconds(20));
        cluster.untilServed();
        assertThat(one.isLive()).isFalse();
        assertThat(one.shards()).isZero();
        assertThat(cluster.living()).hasSize(MEMBERS - 1);
    }

    @Test
    void shouldRepeatASeed() {
        assertThat(counts(7)).isEqualTo(counts(7)).isNotEqualTo(counts(8));
    }

    private static List<Long> counts(long seed) {
        SimulatedCluster cluster = new SimulatedCluster(seed, 5_000);
        cluster.begin(10);
        cluster.kill(cluster.living().subList(0, 2));
        long nanos = cluster.untilServed().toNanos();
        return List.of(nanos, cluster.statements(), cluster.moves(), cluster.bytesRead());
    }
}
