// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.ClusterHealth.Status;
import io.troupe.cluster.MembersFixture.Node;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What probes and metrics are told. */
class ClusterHealthTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;

    @TempDir
    Path folder;

    @Test
    void shouldTellFromTheStartToTheEndOfAMember() {
        try (MembersFixture members = new MembersFixture()) {
            Node caller = members.join("caller");
            assertThat(caller.cluster().health()).satisfies(health -> {
                assertThat(health.isReady()).isTrue(); // it hosts nothing, and calls others
                assertThat(health.reason()).isEmpty();
                assertThat(health.leaseLeft()).isPositive();
            });
            ActorSystem system = ActorSystem.start("one");
            Node one = members.join(
                    "one",
                    system,
                    "tcp://127.0.0.1:0",
                    Remoting.on(system),
                    config -> config.joinDelay(Duration.ofMinutes(1)));
            one.cluster().host(Purse.class, Purse::new);
            assertThat(one.cluster().health().status()).isEqualTo(Status.STARTING);
            Node two = members.host("two");
            members.awaitShared(two);
            assertThat(two.cluster().health().status()).isEqualTo(Status.UP);

            two.cluster().leave(LIMIT);
            assertThat(two.cluster().health()).satisfies(health -> {
                assertThat(health.status()).isEqualTo(Status.DOWN);
                assertThat(health.live()).isTrue(); // it was told to leave
                assertThat(health.reason()).contains("it has left");
            });
        }
    }

    @Test
    void shouldTellThatTheRegistryIsAwayBeforeTheLeaseEnds() {
        try (MembersFixture members = new MembersFixture(Duration.ofSeconds(3))) {
            Node one = members.host("one");
            members.awaitShared(one);
            members.cutOff(one);
            awaitStatus(one, Status.DEGRADED);
            assertThat(one.cluster().health().isReady()).isTrue();
            awaitStatus(one, Status.DOWN);
            assertThat(one.cluster().health().live()).isTrue(); // it goes on when the registry comes back
        }
    }

    @Test
    void shouldNotBeLiveWhenOthersHaveTakenOver() {
        try (MembersFixture members = new MembersFixture()) {
            Node one = members.host("one");
            Node two = members.host("two");
            members.awaitShared(one, two);
            members.vanish(one);
            assertThat(one.cluster().health()).satisfies(health -> {
                assertThat(health.status()).isEqualTo(Status.DOWN);
                assertThat(health.live()).isFalse();
            });
            assertThat(two.cluster().health().live()).isTrue();
        }
    }

    @Test
    void shouldTellOfAProcessAloneAndOfTheOneThatFollows() {
        Path file = folder.resolve("state.db");
        try (ActorSystem first = ActorSystem.start("first");
                ActorSystem next = ActorSystem.start("next")) {
            Cluster old = Cluster.join(first, ClusterConfig.file(file));
            old.host(Purse.class, Purse::new);
            Purse purse = old.actor(Purse.class, "a");
            purse.receive(5).await(LIMIT);
            assertThat(old.health().status()).isEqualTo(Status.UP);
            assertThat(old.stats()).satisfies(stats -> {
                assertThat(stats.shards()).isEqualTo(4096);
                assertThat(stats.activations()).containsEntry("purse", 1);
                assertThat(stats.updates()).isPositive();
                assertThat(stats.rows()).isPositive().isLessThanOrEqualTo(stats.updates());
                assertThat(stats.commits()).isPositive().isLessThanOrEqualTo(stats.rows());
                assertThat(stats.commitTime()).isGreaterThanOrEqualTo(stats.latestCommit());
                assertThat(stats.latestCommit()).isPositive();
                assertThat(stats.refused() + stats.failed() + stats.callsMoved())
                        .isZero();
            });

            Cluster.join(next, ClusterConfig.file(file));
            Promise<Long> late = purse.receive(5);
            Await.until("the update is refused", LIMIT, late::isSettled);
            assertThat(old.health().status()).isEqualTo(Status.DOWN);
            assertThat(old.health().reason()).isEqualTo("another process writes to the store");
            assertThat(old.stats().refused()).isPositive();
            old.close();
            assertThat(old.health().isReady()).isFalse();
        }
    }

    @Test
    void shouldBeDegradedWhileUpdatesFail() {
        try (MembersFixture members = new MembersFixture(Duration.ofSeconds(60))) {
            Node one = members.host("one");
            members.awaitShared(one);
            one.purse("a").receive(5).await(LIMIT);
            members.shutDown(one);
            Await.until("an update fails", LIMIT, () -> {
                Promise<Long> unused = one.purse("a").receive(5);
                return one.cluster().health().status() == Status.DEGRADED;
            });
            assertThat(one.cluster().health().reason()).isNotEmpty();
            assertThat(one.cluster().stats().failed()).isPositive();
            members.startAgain();
            Await.until("updates are stored again", LIMIT, () -> {
                Promise<Long> unused = one.purse("a").receive(5);
                return one.cluster().health().status() == Status.UP;
            });
        }
    }

    private static void awaitStatus(Node node, Status status) {
        Await.until("it is " + status, LIMIT, () -> node.cluster().health().status() == status);
    }
}
