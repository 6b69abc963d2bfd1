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
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqliteStoreTest extends StateStoreContract {
    private static long owners = 100;

    @TempDir
    private Path folder;

    private ConnectionSource source() {
        String url = "jdbc:sqlite:" + folder.resolve("state.db");
        return () -> DriverManager.getConnection(url);
    }

    @Override
    protected StateStore open() throws Exception {
        return SqlStore.open(source(), owners++);
    }

    @ParameterizedTest
    @CsvSource({"2, earlier", "99, later"})
    void shouldRefuseTablesOfAnotherVersionInOneSentenceAndLeaveThemAsTheyAre(int version, String release)
            throws Exception {
        open().close();
        try (Connection connection = source().open();
                Statement statement = connection.createStatement()) {
            statement.execute("update troupe_cluster set format = " + version);
        }
        String before = contents();
        List<ThrowingCallable> ways = List.of(
                this::open,
                () -> SqlStore.createSchema(source()),
                () -> SqlRegistry.createSchema(source()),
                () -> SqlRegistry.open(source(), Duration.ofSeconds(1)));
        for (ThrowingCallable way : ways) {
            assertThatThrownBy(way)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "the tables of a cluster must be of the version that this release knows, use the %s release"
                                    + " that made them, or another database: version=%d, known=3",
                            release, version);
        }
        assertThat(contents()).isEqualTo(before);
    }

    /** The tables, and who has the shards. */
    private String contents() throws Exception {
        try (Connection connection = source().open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select (select group_concat(name) from sqlite_master)"
                        + " || (select group_concat(owner || ' ' || epoch) from troupe_shard)")) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void shouldRefuseTablesThatDoNotSayTheirVersion() throws Exception {
        open().close();
        try (Connection connection = source().open();
                Statement statement = connection.createStatement()) {
            statement.execute("delete from troupe_cluster");
        }
        assertThatThrownBy(() -> SqlStore.existing(source()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the tables of a cluster must say of which version they are, use another database:"
                        + " emptyTable=troupe_cluster");
    }

    @Test
    void shouldSayThatTheDiskIsFullAndGoOnWhenThereIsRoom() throws Exception {
        open().close();
        String url = "jdbc:sqlite:" + folder.resolve("state.db");
        AtomicInteger pages = new AtomicInteger(1); // as many as there are
        ConnectionSource limited = () -> {
            Connection connection = DriverManager.getConnection(url);
            RegistrySchema.execute(connection, "pragma max_page_count = " + pages);
            return connection;
        };
        StateWrite write = new StateWrite(new StateKey("account", "a"), new StoredState(1, 1, new byte[100_000]));
        try (StateStore store = SqlStore.open(limited, owners++)) {
            assertThatThrownBy(() -> store.commit(List.of(write)))
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith(
                            "a database must be able to commit: rows=1, cause=the disk of the database is"
                                    + " full, make room there and it goes on: [SQLITE_FULL]");
            pages.set(1_000);
            assertThat(store.commit(List.of(write))).containsExactly(true);
        }
    }

    @Test
    void shouldWriteAheadAndSyncEachCommit() throws Exception {
        open().close();
        try (Connection connection = source().open()) {
            new SqliteDialect().prepare(connection);
            assertThat(pragma(connection, "journal_mode")).isEqualTo("wal");
            assertThat(pragma(connection, "synchronous")).isEqualTo("2");
        }
    }

    private static String pragma(Connection connection, String name) throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("pragma " + name)) {
            row.next();
            return row.getString(1);
        }
    }
}
