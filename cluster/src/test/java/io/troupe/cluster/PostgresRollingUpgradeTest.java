// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.sql.PostgresServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("interop")
@Tag("process")
class PostgresRollingUpgradeTest extends RollingUpgradeContract {
    @AutoClose
    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start();
        Cluster.createSchema(server.dataSource());
    }

    @Override
    protected MemberPlace place() {
        return new MemberPlace(server.url(), "");
    }
}
