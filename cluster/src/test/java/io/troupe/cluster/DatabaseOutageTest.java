// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.sql.PostgresServer;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The database is away for longer than the leases of all members. */
@Tag("interop")
class DatabaseOutageTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** Long enough to read something before it ends, however busy the machine is. */
    private static final Duration LEASE = Duration.ofSeconds(20);

    private static final int KEYS = 20;

    private PostgresServer server;

    @BeforeEach
    void start() throws Exception {
        server = PostgresServer.start();
        Cluster.createSchema(server.dataSource());
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void shouldFailUpdatesReadUntilTheLeaseEndsAndGoOnWithoutARestart() throws Exception {
        try (ActorSystem one = ActorSystem.start("one");
                ActorSystem two = ActorSystem.start("two")) {
            Cluster first = join(one);
            Cluster second = join(two);
            Await.until(
                    "both serve",
                    LIMIT,
                    () -> first.self().shards() > 0
                            && first.self().shards() + second.self().shards() == 4096);
            for (int i = 0; i < KEYS; i++) {
                first.actor(Purse.class, "written" + i).receive(1).await(LIMIT);
                first.actor(Purse.class, "read" + i).receive(1).await(LIMIT);
            }
            List<String> ids = ids(first);

            server.crash();
            for (int i = 0; i < KEYS; i++) {
                assertThat(first.actor(Purse.class, "read" + i).cents().await(LIMIT))
                        .isEqualTo(1_001);
                Purse written = first.actor(Purse.class, "written" + i);
                assertThatThrownBy(() -> written.receive(1).await(LIMIT)).isInstanceOf(StoreUnavailableException.class);
            }
            for (int i = 0; i < KEYS; i++) {
                Purse read = first.actor(Purse.class, "read" + i);
                Await.until("its lease is over", LIMIT, () -> !isServed(read::cents));
            }

            server.startAgain();
            for (int i = 0; i < KEYS; i++) {
                Purse written = first.actor(Purse.class, "written" + i);
                Await.until("it is served again", LIMIT, () -> isServed(() -> written.receive(1)));
                assertThat(written.cents().await(LIMIT))
                        .isGreaterThanOrEqualTo(1_002); // those that failed were perhaps executed
            }
            assertThat(ids(first)).as("nobody was taken over").isEqualTo(ids);
            assertThat(first.ended().isSettled()).isFalse();
            assertThat(second.ended().isSettled()).isFalse();
        }
    }

    private Cluster join(ActorSystem system) {
        Cluster cluster = Cluster.join(
                system, new MemberPlace(server.url(), "").config(system.name()).lease(LEASE));
        cluster.host(Purse.class, Purse::new);
        return cluster;
    }

    private static List<String> ids(Cluster cluster) {
        return cluster.members().stream().map(ClusterMember::id).toList();
    }

    private static boolean isServed(Supplier<Promise<Long>> call) {
        try {
            call.get().await(LIMIT);
            return true;
        } catch (StoreUnavailableException e) {
            return false;
        }
    }
}
