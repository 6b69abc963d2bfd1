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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** As when several processes of a deployment start together. */
    @Test
    void shouldMakeTheTablesOnceWhenSeveralMakeThemAtOnce() throws Exception {
        server.clear();
        List<CompletableFuture<Void>> makers = new ArrayList<>();
        try (Connection first = server.dataSource().getConnection();
                Statement statement = first.createStatement()) {
            statement.execute("select pg_advisory_lock(" + PostgresDialect.SCHEMA_LOCK + ")");
            for (int i = 0; i < 2; i++) {
                makers.add(CompletableFuture.runAsync(PostgresStoreTest::makeAllTables));
            }
            String waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted";
            while (number(waiting) < 2 && makers.stream().noneMatch(CompletableFuture::isDone)) {
                Thread.onSpinWait(); // until both have found no tables
            }
        }
        for (CompletableFuture<Void> maker : makers) {
            maker.get();
        }
        open().close();
    }

    private static void makeAllTables() {
        try {
            SqlRegistry.createSchema(server.dataSource()::getConnection);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldSayHowToMakeTheTables() throws Exception {
        execute("drop table troupe_cluster");
        assertThatThrownBy(this::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Cluster.createSchema makes them");
    }

    /** Without a commit before, the store does not know its shards; with one, it locks the row of the owner alone. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldMakeAWriterWaitForAClaimAndThenRefuseIt(boolean hasCommitted) throws Exception {
        try (StateStore store = open();
                Connection claim = server.dataSource().getConnection()) {
            if (hasCommitted) {
                assertThat(store.commit(List.of(other()))).containsExactly(true);
            }
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
    void shouldMakeAClaimWaitForACommit() throws Exception {
        try (StateStore store = open();
                Connection commit = server.dataSource().getConnection();
                Connection claim = server.dataSource().getConnection()) {
            store.commit(List.of(other()));
            commit.setAutoCommit(false);
            try (Statement statement = commit.createStatement()) {
                statement.execute("select from troupe_owner for share"); // as a commit does
            }
            Thread claimer = new Thread(() -> {
                try {
                    PostgresDialect.claimAll(claim, 7);
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            });
            claimer.start();
            while (!isSomebodyWaiting()) {
                Thread.onSpinWait();
            }
            assertThat(store.commit(List.of(write(1))))
                    .as("the claim has not been made")
                    .containsExactly(true);
            commit.commit();
            claimer.join();
            assertThat(store.commit(List.of(write(2)))).containsExactly(false);
        }
    }

    @Test
    void shouldLockNoRowOfAShardWhileNoneIsLost() throws Exception {
        try (StateStore store = open();
                Connection other = server.dataSource().getConnection()) {
            other.setAutoCommit(false);
            try (Statement statement = other.createStatement()) {
                statement.execute("select from troupe_shard for update");
            }
            assertThat(store.commit(List.of(write(1)))).containsExactly(true);
        }
    }

    @Test
    void shouldKnowItsShardsAgainWhenSomeAreLost() throws Exception {
        try (StateStore store = open();
                Connection other = server.dataSource().getConnection()) {
            store.commit(List.of(write(1), other()));
            execute("update troupe_shard set owner = 7, epoch = epoch + 1 where no = "
                    + other().key().shard());
            StateWrite newer = new StateWrite(other().key(), new StoredState(2, 1, new byte[] {4}));
            assertThat(store.commit(List.of(write(2), newer))).containsExactly(true, false);
            other.setAutoCommit(false);
            try (Statement statement = other.createStatement()) {
                statement.execute("select from troupe_shard for update");
            }
            assertThat(store.commit(List.of(write(3)))).containsExactly(true);
        }
    }

    @Test
    void shouldFenceByShardsInADatabaseOfAnEarlierVersionAndByOwnersOnceItIsMadeAgain() throws Exception {
        execute("drop trigger troupe_shard_lost on troupe_shard");
        execute("drop function troupe_shard_lost");
        execute("drop table troupe_owner");
        try (StateStore first = open();
                StateStore store = open()) {
            assertThat(store.commit(List.of(write(1)))).containsExactly(true);
            assertThat(first.commit(List.of(write(2)))).containsExactly(false);
        }
        SqlStore.createSchema(server.dataSource()::getConnection);
        try (StateStore first = open()) {
            assertThat(first.commit(List.of(write(2)))).containsExactly(true);
            try (StateStore store = open()) {
                assertThat(first.commit(List.of(write(3)))).containsExactly(false);
                assertThat(store.commit(List.of(write(3)))).containsExactly(true);
            }
        }
    }

    @Test
    void shouldKeepRowsOfTheOwnerAndOfTheLastOneOnly() throws Exception {
        for (int version = 1; version <= 5; version++) {
            try (StateStore store = open()) {
                assertThat(store.commit(List.of(write(version)))).containsExactly(true);
                assertThat(number("select count(*) from troupe_owner")).isEqualTo(Math.min(version, 2));
            }
        }
    }

    /** Rows of earlier releases stay until the tables are made again, and shards get other owners. */
    @Test
    void shouldForgetOwnersThatAnEarlierVersionHasKept() throws Exception {
        execute("create or replace function troupe_shard_lost() returns trigger language plpgsql as $$ begin"
                + " insert into troupe_owner as o select distinct owner, 1 from lost where owner <> 0 order by owner"
                + " on conflict (id) do update set losses = o.losses + 1; return null; end $$");
        StateStore before = open();
        before.commit(List.of(write(1)));
        open().close();
        try (before;
                StateStore last = open()) {
            last.commit(List.of(write(2)));
            assertThat(number("select count(*) from troupe_owner")).isEqualTo(3);
            SqlStore.createSchema(server.dataSource()::getConnection);
            execute("update troupe_shard set owner = 7, epoch = epoch + 1 where no = "
                    + other().key().shard());
            assertThat(number("select count(*) from troupe_owner")).isEqualTo(1);
            assertThat(last.commit(List.of(write(3), other()))).containsExactly(true, false);
            assertThat(before.commit(List.of(write(4)))).containsExactly(false);
            assertThat(number("select count(*) from troupe_owner"))
                    .as("who owns nothing gets no row")
                    .isEqualTo(1);
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

    private static StateWrite other() {
        return new StateWrite(new StateKey("account", "b"), new StoredState(1, 1, new byte[] {1, 2, 3}));
    }

    private static boolean isSomebodyWaiting() throws SQLException {
        return number("select count(*) from pg_locks where not granted") > 0;
    }

    private static int number(String query) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
