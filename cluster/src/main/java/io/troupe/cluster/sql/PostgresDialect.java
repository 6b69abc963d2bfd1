// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL. Each commit is one statement: it locks the rows of the shards in order of their numbers and writes only what
 * belongs to shards that it could lock. A claim waits for that lock, and a writer that comes later finds another owner.
 */
final class PostgresDialect implements Dialect {
    private static final String SAVE =
            "with w as (select * from unnest(?::text[], ?::text[], ?::int[], ?::bigint[], ?::bigint[], ?::int[], ?::bytea[])"
                    + " as w (type, key, shard, version, epoch, format, data)),"
                    + " mine as materialized (select no, epoch from troupe_shard where owner = ?"
                    + " and no in (select shard from w) order by no for share)"
                    + " insert into troupe_state as s (type, key, shard, version, epoch, format, data)"
                    + " select w.type, w.key, w.shard, w.version, w.epoch, w.format, w.data from w"
                    + " join mine on mine.no = w.shard and mine.epoch = w.epoch order by w.shard, w.type, w.key"
                    + " on conflict (type, key) do update set version = excluded.version, epoch = excluded.epoch,"
                    + " format = excluded.format, data = excluded.data"
                    + " where s.version < excluded.version and s.epoch <= excluded.epoch returning s.type, s.key";

    /** A number of our own among the locks of applications: who makes the tables. */
    private static final long SCHEMA_LOCK = 0x54726F757065L;

    @Override
    public void prepare(Connection connection) throws SQLException {
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
    public boolean createsByItself() {
        return false;
    }

    @Override
    public void createSchema(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            execute(connection, "select pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
            if (!hasSchema(connection)) {
                for (String table : Schema.tables("bytea", " with (fillfactor = 50)", " with (fillfactor = 80)")) {
                    execute(connection, table);
                }
                execute(
                        connection,
                        "insert into troupe_cluster values (1, " + StateKey.SHARDS + ", " + Schema.VERSION + ")");
                execute(
                        connection,
                        "insert into troupe_shard select no, 0, 0 from generate_series(0, " + (StateKey.SHARDS - 1)
                                + ") as n (no)");
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    @Override
    public void claim(Connection connection, long owner) throws SQLException {
        execute(
                connection,
                "with rows as materialized (select no from troupe_shard order by no for update)"
                        + " update troupe_shard s set owner = " + owner
                        + ", epoch = s.epoch + 1 from rows where s.no = rows.no");
    }

    @Override
    public boolean[] save(Connection connection, long owner, long[] epochs, List<StateWrite> writes)
            throws SQLException {
        int size = writes.size();
        Object[] types = new Object[size];
        Object[] keys = new Object[size];
        Object[] shards = new Object[size];
        Object[] versions = new Object[size];
        Object[] rowEpochs = new Object[size];
        Object[] formats = new Object[size];
        byte[][] data = new byte[size][];
        Map<StateKey, Integer> places = new HashMap<>();
        for (int i = 0; i < size; i++) {
            StateWrite write = writes.get(i);
            int shard = write.key().shard();
            types[i] = write.key().type();
            keys[i] = write.key().key();
            shards[i] = shard;
            versions[i] = write.state().version();
            rowEpochs[i] = epochs[shard];
            formats[i] = write.state().format();
            data[i] = write.state().data();
            places.put(write.key(), i);
        }
        boolean[] saved = new boolean[size];
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setArray(1, connection.createArrayOf("text", types));
            save.setArray(2, connection.createArrayOf("text", keys));
            save.setArray(3, connection.createArrayOf("int4", shards));
            save.setArray(4, connection.createArrayOf("int8", versions));
            save.setArray(5, connection.createArrayOf("int8", rowEpochs));
            save.setArray(6, connection.createArrayOf("int4", formats));
            save.setArray(7, connection.createArrayOf("bytea", data));
            save.setLong(8, owner);
            try (ResultSet rows = save.executeQuery()) {
                while (rows.next()) {
                    @Nullable Integer place = places.get(new StateKey(rows.getString(1), rows.getString(2)));
                    if (place != null) {
                        saved[place] = true;
                    }
                }
            }
        }
        return saved;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
