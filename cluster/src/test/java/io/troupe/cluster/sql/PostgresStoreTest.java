// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StateStoreContract;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("interop")
class PostgresStoreTest extends StateStoreContract {
    @AutoClose
    private static PostgresServer server;

    private static long owners = 100;

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start();
    }

    @BeforeEach
    void makeTables() throws Exception {
        server.clear();
        SqlStore.createSchema(server.dataSource()::getConnection);
    }

    @Override
    protected StateStore open() throws Exception {
        return SqlStore.open(server.dataSource()::getConnection, owners++);
    }

    @Test
    void shouldKeepWhatIsThereWhenTheTablesAreMadeAgain() throws Exception {
        try (StateStore store = open()) {
            store.commit(List.of(write(1)));
        }
        SqlStore.createSchema(server.dataSource()::getConnection);
        try (StateStore store = open()) {
            assertThat(store.load(new StateKey("account", "a"))).isNotNull();
        }
    }

    @Test
    void shouldSayHowToMakeTheTables() throws Exception {
        execute("drop table troupe_cluster");
        assertThatThrownBy(this::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Cluster.createSchema makes them");
    }

    @Test
    void shouldMakeAWriterWaitForAClaimAndThenRefuseIt() throws Exception {
        try (StateStore store = open();
                Connection claim = server.dataSource().getConnection()) {
            claim.setAutoCommit(false);
            PostgresDialect.claimAll(claim, 7);
            boolean[][] stored = new boolean[1][];
            Thread writer = new Thread(() -> {
                try {
                    stored[0] = store.commit(List.of(write(1)));
                } catch (StoreException e) {
                    throw new AssertionError(e);
                }
            });
            writer.start();
            while (!isSomebodyWaiting()) {
                Thread.onSpinWait();
            }
            claim.commit();
            writer.join();
            assertThat(stored[0]).containsExactly(false);
            assertThat(store.load(new StateKey("account", "a"))).isNull();
        }
    }

    @Test
    void shouldGoOnAfterTheServerHasCrashed() throws Exception {
        try (StateStore store = open()) {
            store.commit(List.of(write(1)));
            server.crash();
            assertThatThrownBy(() -> store.commit(List.of(write(2)))).isInstanceOf(StoreException.class);
            server.startAgain();
            StoredState kept = store.load(new StateKey("account", "a"));
            assertThat(kept.version()).isEqualTo(1);
            assertThat(store.commit(List.of(write(2)))).containsExactly(true);
        }
    }

    /** A network that swallows answers must not keep the few connections for ever. */
    @Test
    void shouldWaitForNoAnswerForEver() throws Exception {
        try (Connection connection = server.dataSource().getConnection()) {
            new PostgresDialect().prepare(connection);
            assertThat(connection.getNetworkTimeout()).isEqualTo(PostgresDialect.NETWORK_MILLIS);
        }
    }

    private static StateWrite write(long version) {
        return new StateWrite(new StateKey("account", "a"), new StoredState(version, 1, new byte[] {1, 2, 3}));
    }

    private static boolean isSomebodyWaiting() throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("select count(*) from pg_locks where not granted")) {
            row.next();
            return row.getInt(1) > 0;
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
