// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.sql.ConnectionSource;
import io.troupe.cluster.sql.PostgresServer;
import io.troupe.core.ActorSystem;
import java.sql.Connection;
import java.sql.Statement;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("interop")
class PostgresClusterViewTest extends ClusterViewContract {
    @AutoClose
    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start();
    }

    @BeforeEach
    void clear() throws Exception {
        server.clear();
    }

    @Override
    ConnectionSource source() {
        return server.dataSource()::getConnection;
    }

    @Override
    ClusterConfig config() {
        return ClusterConfig.database(server.dataSource());
    }

    @Override
    ClusterView view() {
        return ClusterView.database(server.dataSource());
    }

    @Override
    void makeTablesOfAProcessAlone() {
        Cluster.createSchema(server.dataSource());
    }

    @Override
    ClusterView viewOfEmpty() {
        return view();
    }

    @Test
    void shouldNotRepeatThePasswordOfADatabaseWithoutTables() {
        ClusterConfig config = ClusterConfig.database(PostgresServer.dataSource(server.url() + "&password=secret"));
        try (ActorSystem system = ActorSystem.start("secret")) {
            Assertions.assertThatThrownBy(() -> Cluster.join(system, config))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "a database must have the tables of a cluster, Cluster.createSchema makes them: database="
                                    + server.url().replaceFirst("\\?.*", ""));
        }
    }

    @Test
    void shouldPrintWhatMakesTheTables() throws Exception {
        try (Connection connection = source().open();
                Statement make = connection.createStatement()) {
            for (String statement : ClusterSchema.postgresql()) {
                make.execute(statement);
            }
        }
        ClusterSchema.apply(server.dataSource()); // changes nothing
        try (ClusterView view = view()) {
            Assertions.assertThat(view.shards()).hasSize(4096);
        }
    }
}
