// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.FencedException;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.promise.Promise;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private Cluster join(ActorSystem system) {
        return Cluster.join(system, ClusterConfig.file(folder.resolve("state.db")));
    }

    @Test
    void shouldKeepStatesOverTheEndOfTheSystem() {
        try (ActorSystem system = ActorSystem.start("first")) {
            Cluster cluster = join(system);
            cluster.host(Account.class, Account::new);
            cluster.actor(Account.class, "4711").deposit(500).await(LIMIT);
        }
        try (ActorSystem system = ActorSystem.start("second")) {
            Cluster cluster = join(system);
            cluster.host(Account.class, Account::new);
            Account account = cluster.actor(Account.class, "4711");
            assertThat(account.balance().await(LIMIT)).isEqualTo(500);
            assertThat(account.deposit(1).await(LIMIT)).isEqualTo(501);
            assertThat(cluster.actor(Account.class, "other").balance().await(LIMIT))
                    .isZero();
        }
    }

    @Test
    void shouldKeepStatesOverTheEndOfTheCluster() {
        try (ActorSystem system = ActorSystem.start("first")) {
            Cluster cluster = join(system);
            cluster.host(Account.class, Account::new);
            Account account = cluster.actor(Account.class, "4711");
            for (int i = 0; i < 1000; i++) {
                account.add(1);
            }
            assertThat(account.balance().await(LIMIT)).isEqualTo(1000);
            cluster.close();
            assertThatThrownBy(() -> cluster.actor(Account.class, "new")).isInstanceOf(FencedException.class);
            assertThatThrownBy(() -> cluster.host(Account.Later.class, Account.Later::new))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> account.balance().await(LIMIT)).isInstanceOf(ActorStoppedException.class);
        }
        try (ActorSystem system = ActorSystem.start("second")) {
            Cluster cluster = join(system);
            cluster.host(Account.class, Account::new);
            assertThat(cluster.actor(Account.class, "4711").balance().await(LIMIT))
                    .isEqualTo(1000);
        }
    }

    @Test
    void shouldReadStatesAgainOfActorsThatWerePassivated() {
        try (ActorSystem system = ActorSystem.start("first")) {
            Cluster cluster = join(system);
            cluster.host(
                    Account.class, Account::new, DirectoryOptions.defaults().maxActive(10));
            List<Promise<Long>> deposits = new ArrayList<>();
            for (int round = 1; round <= 3; round++) {
                for (int i = 0; i < 100; i++) {
                    deposits.add(cluster.actor(Account.class, "account-" + i).deposit(i));
                }
            }
            Promise.all(deposits).await(LIMIT);
            for (int i = 0; i < 100; i++) {
                assertThat(cluster.actor(Account.class, "account-" + i)
                                .balance()
                                .await(LIMIT))
                        .isEqualTo(3L * i);
            }
        }
    }

    @Test
    void shouldReadStatesOfBeforeAComponentWasAdded() {
        try (ActorSystem system = ActorSystem.start("first")) {
            Cluster cluster = join(system);
            cluster.host(Account.Earlier.class, Account.Earlier::new);
            cluster.actor(Account.Earlier.class, "a").deposit(5).await(LIMIT);
        }
        try (ActorSystem system = ActorSystem.start("second")) {
            Cluster cluster = join(system);
            cluster.host(Account.class, Account::new);
            assertThat(cluster.actor(Account.class, "a").balance().await(LIMIT)).isEqualTo(5);
        }
    }

    @Test
    void shouldUpgradeStatesOfAnotherFormat() {
        try (ActorSystem system = ActorSystem.start("first")) {
            Cluster cluster = join(system);
            cluster.host(Account.class, Account::new);
            cluster.actor(Account.class, "a").deposit(250).await(LIMIT);
        }
        try (ActorSystem system = ActorSystem.start("second")) {
            Cluster cluster = join(system);
            cluster.host(Account.Later.class, Account.Later::new);
            assertThat(cluster.actor(Account.Later.class, "a").balance().await(LIMIT))
                    .isEqualTo(2.5);
        }
    }

    @Test
    void shouldFenceTheClusterThatHadTheFileBefore() {
        try (ActorSystem first = ActorSystem.start("first");
                ActorSystem second = ActorSystem.start("second")) {
            Cluster old = join(first);
            old.host(Account.class, Account::new);
            Account stale = old.actor(Account.class, "a");
            stale.deposit(1).await(LIMIT);
            Cluster next = join(second);
            next.host(Account.class, Account::new);
            assertThatThrownBy(() -> stale.deposit(1).await(LIMIT)).isInstanceOf(FencedException.class);
            assertThat(next.actor(Account.class, "a").balance().await(LIMIT)).isEqualTo(1);
        }
    }

    @Test
    void shouldWarnOnceWhenEachUpdateOfAFencedProcessIsRefused() {
        PrintStream before = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        try (ActorSystem first = ActorSystem.start("first");
                ActorSystem second = ActorSystem.start("second")) {
            Cluster old = join(first);
            old.host(Account.class, Account::new);
            old.actor(Account.class, "a0").deposit(1).await(LIMIT);
            join(second);
            System.setErr(new PrintStream(logged, true, UTF_8));
            for (int i = 0; i < 10; i++) {
                Account stale = old.actor(Account.class, "a" + i);
                assertThatThrownBy(() -> stale.deposit(1).await(LIMIT)).isInstanceOf(FencedException.class);
            }
        } finally {
            System.setErr(before);
        }
        assertThat(logged.toString(UTF_8)).containsOnlyOnce("what was not stored is dropped");
    }

    @Test
    void shouldRefuseAFileInAFolderThatIsNotThere() {
        try (ActorSystem system = ActorSystem.start("first")) {
            assertThatThrownBy(() -> Cluster.join(
                            system, ClusterConfig.file(folder.resolve("missing").resolve("state.db"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("the folder of a file of states must exist: file=");
        }
    }

    @Test
    void shouldRefuseAFolderAsAFile() {
        try (ActorSystem system = ActorSystem.start("first")) {
            assertThatThrownBy(() -> Cluster.join(system, ClusterConfig.file(folder)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a file of states must not be a folder: file=" + folder.toAbsolutePath());
        }
    }
}
