// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.sql.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("interop")
@Tag("process")
@Tag("nightly")
class PostgresMemberHistoryTest extends MemberHistoryContract {
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
    protected MemberPlace place() throws Exception {
        server.clear();
        Cluster.createSchema(server.dataSource());
        return new MemberPlace(server.url(), "");
    }
}
