// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.MemberHistoryContract;
import io.troupe.cluster.MemberPlace;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.sql.PostgresServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Members that agree by etcd, and keep their states in PostgreSQL. */
@Tag("interop")
@Tag("process")
@Tag("nightly")
class EtcdMemberHistoryTest extends MemberHistoryContract {
    private static final Duration BRIEF = Duration.ofSeconds(3);

    private static EtcdServers servers;
    private static PostgresServer database;

    @BeforeAll
    static void start() throws Exception {
        servers = EtcdServers.start();
        try (Registry registry = servers.open("first", BRIEF, BRIEF, Duration.ofDays(1))) {
            EtcdRegistryTest.awaitServers(registry);
        }
        database = PostgresServer.start();
        Cluster.createSchema(database.dataSource());
    }

    @AfterAll
    static void stop() throws Exception {
        if (servers != null) {
            servers.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @Override
    protected MemberPlace place() {
        return new MemberPlace(database.url(), servers.address("histories"));
    }

    @Override
    protected boolean hasCarelessRun() {
        return false; // its registry is that of a database
    }
}
