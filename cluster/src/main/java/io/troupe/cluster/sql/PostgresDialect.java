// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StoredState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL. Each commit is one statement, see {@link PostgresCommits}: a claim waits for its locks, and a writer that comes
 * later finds another owner.
 */
final class PostgresDialect implements Dialect {
    /** A number of our own among the locks of applications: who makes the tables. */
    static final long SCHEMA_LOCK = 0x54726F757065L;

    /** Longer than any statement may take there: then the server stands still, or the network swallows its answers. */
    static final int NETWORK_MILLIS = 15_000;

    /** An application may have tables beside ours. */
    @Override
    public void check(Connection connection) throws SQLException {
        if (!hasSchema(connection)) {
            throw new IllegalStateException(
                    "a database must have the tables of a cluster, Cluster.createSchema makes them: database="
                            + DatabaseUrl.of(connection));
        }
    }

    @Override
    public void prepare(Connection connection) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, NETWORK_MILLIS);
        execute(connection, "set lock_timeout = '2s'");
        execute(connection, "set statement_timeout = '10s'");
        execute(connection, "set idle_in_transaction_session_timeout = '10s'");
    }

    /**
     * Reads a table, too: whoever has waited for {@link #SCHEMA_LOCK} would be told what was there before, as the server learns of
     * tables of others when it locks one.
     */
    @Override
    public boolean hasSchema(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "select exists (select 1 from pg_catalog.pg_class where oid = to_regclass('troupe_cluster'))")) {
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
        return PostgresCommits.missing(connection);
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
        new PostgresReads(connection).states(keys, found);
    }

    @Override
    public boolean readsTogether() {
        return true;
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
