// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.sql.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

@Tag("interop")
class PostgresShardFenceTest extends ShardFenceContract {
    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected ConnectionSource source() {
        return server.dataSource()::getConnection;
    }

    @BeforeEach
    @Override
    void open() throws Exception {
        try (Connection connection = source().open()) {
            RegistrySchema.execute(
                    connection, "drop table if exists troupe_cluster, troupe_shard, troupe_state, troupe_member");
        }
        SqlRegistry.createSchema(source());
        super.open();
    }
}
