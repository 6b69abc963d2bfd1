// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

@Tag("interop")
class PostgresShardFenceTest extends ShardFenceContract {
    @AutoClose
    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start();
    }

    @Override
    protected ConnectionSource source() {
        return server.dataSource()::getConnection;
    }

    @BeforeEach
    @Override
    void open() throws Exception {
        server.clear();
        SqlRegistry.createSchema(source());
        super.open();
    }
}
