// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.FencedException;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.ActorStoppedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file, opened by a process that is alone, and by members. */
class AloneOrTogetherTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final List<ActorSystem> systems = new ArrayList<>();

    @AfterEach
    void close() {
        systems.forEach(ActorSystem::close);
    }

    private ClusterConfig alone() {
        return ClusterConfig.file(folder.resolve("state.db"));
    }

    private ClusterConfig member(String name) {
        return alone().listen("tcp://127.0.0.1:0").name(name).joinDelay(Duration.ZERO);
    }

    private Cluster join(ClusterConfig config) {
        ActorSystem system = ActorSystem.start("system-" + systems.size());
        systems.add(system);
        Cluster cluster = Cluster.join(system, config);
        cluster.host(Purse.class, Purse::new);
        return cluster;
    }

    @Test
    void shouldLetMembersTakeTheStoreFromWhoHadItAlone() {
        Cluster lone = join(alone());
        assertThat(lone.actor(Purse.class, "a").receive(5).await(LIMIT)).isEqualTo(1_005);
        Cluster member = join(member("one"));
        assertThat(member.actor(Purse.class, "a").receive(5).await(LIMIT)).isEqualTo(1_010);
        assertThatThrownBy(() -> lone.actor(Purse.class, "a").receive(5).await(LIMIT))
                .isInstanceOf(FencedException.class);
        assertThat(lone.members()).extracting(ClusterMember::shards).containsExactly(4096);
    }

    @Test
    void shouldLetNobodyHaveAloneWhatMembersShare() {
        Cluster member = join(member("one"));
        assertThatThrownBy(() -> join(alone()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("must not be opened alone")
                .hasMessageContaining("members=[one]");
        assertThat(member.actor(Purse.class, "a").receive(5).await(LIMIT)).isEqualTo(1_005);
        member.close();
        assertThat(join(alone()).actor(Purse.class, "a").receive(5).await(LIMIT))
                .isEqualTo(1_010);
    }

    @Test
    void shouldLetASystemHaveOneClusterAtATime() {
        Cluster first = join(alone());
        ActorSystem system = systems.get(0);
        for (ClusterConfig second : List.of(alone(), ClusterConfig.memory(), member("one"))) {
            assertThatThrownBy(() -> Cluster.join(system, second))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "a system must have one cluster at a time, close it or start another system: system=system-0");
        }
        assertThat(first.actor(Purse.class, "a").receive(5).await(LIMIT)).isEqualTo(1_005);
        first.close();
        assertThatThrownBy(() -> Cluster.join(system, ClusterConfig.file(folder)))
                .isInstanceOf(IllegalArgumentException.class);
        Cluster next = Cluster.join(system, alone());
        next.host(Purse.class, Purse::new);
        first.close();
        assertThatThrownBy(() -> Cluster.join(system, alone())).hasMessageContaining("one cluster at a time");
        assertThat(next.actor(Purse.class, "a").cents().await(LIMIT)).isEqualTo(1_005);
    }

    @Test
    void shouldSayThatACallOfAClosedClusterWasNotExecuted() {
        Cluster lone = join(alone());
        Purse known = lone.actor(Purse.class, "a");
        lone.close();
        assertThatThrownBy(() -> known.receive(5).await(LIMIT))
                .isInstanceOfSatisfying(ActorStoppedException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse());
        assertThatThrownBy(() -> lone.actor(Purse.class, "b").receive(5).await(LIMIT))
                .hasMessage("a cluster that has closed calls nothing: system=system-0")
                .isInstanceOfSatisfying(FencedException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse());
        Cluster member = join(member("one"));
        member.close();
        assertThatThrownBy(() -> member.actor(Purse.class, "b").receive(5).await(LIMIT))
                .isInstanceOf(FencedException.class);
    }

    @Test
    void shouldRefuseASystemThatWasAMember() {
        Cluster member = join(member("one"));
        member.close();
        assertThatThrownBy(() -> Cluster.join(systems.get(0), member("two")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a system must join members once")
                .hasMessageContaining("start another system: system=system-0");
    }
}
