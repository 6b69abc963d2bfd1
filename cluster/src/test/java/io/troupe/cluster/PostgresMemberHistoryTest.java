// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.sql.PostgresServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("interop")
@Tag("process")
@Tag("nightly")
class PostgresMemberHistoryTest extends MemberHistoryContract {
    @AutoClose
    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start();
    }

    @Override
    protected MemberPlace place() throws Exception {
        server.clear();
        Cluster.createSchema(server.dataSource());
        return new MemberPlace(server.url(), "");
    }
}
