// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.sql.PostgresServer;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server of PostgreSQL crashes, and starts again within the lease of a member. */
@Tag("interop")
class PostgresOutageTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @AutoClose
    private PostgresServer server;

    @BeforeEach
    void start() throws Exception {
        server = PostgresServer.start();
        Cluster.createSchema(server.dataSource());
    }

    @Test
    void shouldReadOnAndLetCallsWaitThatNeedAState() throws Exception {
        try (ActorSystem system =
                ActorSystem.builder().name("one").askTimeout(LIMIT).start()) {
            Cluster cluster = Cluster.join(
                    system,
                    ClusterConfig.database(server.dataSource())
                            .listen("tcp://127.0.0.1:0")
                            .lease(Duration.ofSeconds(60))
                            .joinDelay(Duration.ZERO));
            cluster.host(Purse.class, Purse::new);
            Purse known = cluster.actor(Purse.class, "known");
            known.receive(5).await(LIMIT);

            server.crash();
            Promise<Long> cold = cluster.actor(Purse.class, "cold").cents();
            for (int i = 0; i < 100; i++) {
                assertThat(known.cents().await(LIMIT)).isEqualTo(1_005);
            }
            assertThat(cold.isSettled()).isFalse();

            server.startAgain();
            assertThat(cold.await(LIMIT)).isEqualTo(1_000);
            assertThat(cluster.actor(Purse.class, "other").receive(1).await(LIMIT))
                    .isEqualTo(1_001);
            Await.until("it writes again", LIMIT, () -> isStored(known));
        }
    }

    /** The first connection that is used again has ended with the server. */
    private static boolean isStored(Purse purse) {
        try {
            purse.receive(1).await(LIMIT);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
