// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StoredState;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL. Each commit is one statement, see {@link PostgresCommits}: a claim waits for its locks, and a writer that comes later finds another owner.
 */
final class PostgresDialect implements Dialect {
    /** A number of our own among the locks of applications: who makes the tables. */
    private static final long SCHEMA_LOCK = 0x54726F757065L;

    /** Longer than any statement may take there: then the server stands still, or the network swallows its answers. */
    static final int NETWORK_MILLIS = 15_000;

    /** The driver has the whole answer of a statement in memory: data beyond so many bytes is left for the next one. */
    private static final long LOADED_BYTES = 4 << 20;

    /** Never more than a look into the index per key, however few rows there were when it was planned. */
    private static final String STATES = "select s.version, s.format,"
            + " case when sum(length(s.data)) over (rows unbounded preceding) - length(s.data) < ? then s.data end,"
            + " w.type, w.key from unnest(?::text[], ?::text[]) as w (type, key) cross join lateral"
            + " (select version, format, data from troupe_state where type = w.type and key = w.key offset 0) as s";

    /** An application may have tables beside ours. */
    @Override
    public void check(Connection connection) throws SQLException {
        if (!hasSchema(connection)) {
            throw new IllegalStateException(
                    "a database must have the tables of a cluster, Cluster.createSchema makes them: database="
                            + connection.getMetaData().getURL());
        }
    }

    @Override
    public void prepare(Connection connection) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, NETWORK_MILLIS);
        execute(connection, "set lock_timeout = '2s'");
        execute(connection, "set statement_timeout = '10s'");
        execute(connection, "set idle_in_transaction_session_timeout = '10s'");
    }

    @Override
    public boolean hasSchema(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select to_regclass('troupe_cluster') is not null")) {
            return found.next() && found.getBoolean(1);
        }
    }

    @Override
    public List<String> schema() {
        List<String> statements = new ArrayList<>(Schema.tables(
                "bytea",
                "bigint generated always as identity primary key",
                " with (fillfactor = 50)",
                " with (fillfactor = 80)"));
        statements.add("insert into troupe_cluster values (1, " + StateKey.SHARDS + ", " + Schema.VERSION + ")");
        statements.add("insert into troupe_shard select no, 0, 0 from generate_series(0, " + (StateKey.SHARDS - 1)
                + ") as n (no)");
        statements.addAll(PostgresCommits.SCHEMA);
        return statements;
    }

    @Override
    public void createSchema(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            execute(connection, "select pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
            for (String statement : missing(connection)) {
                execute(connection, statement);
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private List<String> missing(Connection connection) throws SQLException {
        if (!hasSchema(connection)) {
            return schema();
        }
        return PostgresCommits.hasRows(connection) ? List.of() : PostgresCommits.SCHEMA;
    }

    @Override
    public void claim(Connection connection, long owner) throws SQLException {
        connection.setAutoCommit(false);
        try {
            if (PostgresRegistry.hasMembers(connection)) {
                execute(connection, "select 1 from troupe_cluster for update");
                LivingMembers.refuse(connection, PostgresRegistry.NOW);
            }
            claimAll(connection, owner);
            connection.commit();
        } catch (SQLException | IllegalStateException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** In the transaction of the connection: writers wait for its end, and are refused then. */
    static void claimAll(Connection connection, long owner) throws SQLException {
        execute(
                connection,
                "with rows as materialized (select no from troupe_shard order by no for update)"
                        + " update troupe_shard s set owner = " + owner
                        + ", epoch = s.epoch + 1 from rows where s.no = rows.no");
    }

    @Override
    public Commits commits(long owner, long[] epochs) {
        return new PostgresCommits(owner, epochs);
    }

    @Override
    public void load(Connection connection, List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredState> found)
            throws SQLException {
        List<StateKey> left = keys;
        while (!left.isEmpty()) {
            left = loadSome(connection, left, found);
        }
    }

    /** One statement. Returns the keys whose states were too many bytes for it. */
    private static List<StateKey> loadSome(
            Connection connection, List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredState> found)
            throws SQLException {
        Set<StateKey> missing = new LinkedHashSet<>(keys);
        List<StateKey> left = new ArrayList<>();
        try (PreparedStatement read = connection.prepareStatement(STATES)) {
            read.setLong(1, LOADED_BYTES);
            read.setArray(2, texts(connection, keys, StateKey::type));
            read.setArray(3, texts(connection, keys, StateKey::key));
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    StateKey key = new StateKey(rows.getString(4), rows.getString(5));
                    byte[] data = rows.getBytes(3);
                    missing.remove(key);
                    if (data == null) {
                        left.add(key);
                    } else {
                        found.accept(key, new StoredState(rows.getLong(1), rows.getInt(2), data));
                    }
                }
            }
        }
        missing.forEach(key -> found.accept(key, null));
        return left;
    }

    private static Array texts(Connection connection, List<StateKey> keys, Function<StateKey, String> text)
            throws SQLException {
        return connection.createArrayOf("text", keys.stream().map(text).toArray(String[]::new));
    }

    /** Rows that a commit has locked are left for the next time: two statements must not wait for each other. */
    @Override
    public String expireCalls() {
        return "delete from troupe_call where (type, key, id) in (select type, key, id from troupe_call"
                + " where expires <= ? order by expires limit ? for update skip locked)";
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
