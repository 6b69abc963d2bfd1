// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StoredState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A file of SQLite: one writer at a time, in the write-ahead log, which is on the disk when a commit returns. */
final class SqliteDialect implements Dialect {
    /** The code of SQLite for a file with other contents. */
    private static final int NOT_A_DATABASE = 26;

    /** The table that all versions have. */
    private static final String CLUSTER = "troupe_cluster";

    /** A file is made ours only if it is empty: whoever names a wrong one must not find tables in it. */
    @Override
    public void checkContents(Connection connection) throws SQLException {
        String database = DatabaseUrl.of(connection);
        SqliteChange.patient(connection);
        List<String> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found =
                        statement.executeQuery("select name from sqlite_master where type = 'table' order by name")) {
            while (found.next()) {
                tables.add(found.getString(1));
            }
        } catch (SQLException e) {
            if (e.getErrorCode() == NOT_A_DATABASE) {
                throw new IllegalStateException("a file of states must be one of SQLite: database=" + database, e);
            }
            throw e;
        }
        if (!tables.isEmpty() && !tables.contains(CLUSTER)) {
            throw new IllegalStateException(
                    "a file of states must not be that of another application, it is left as it is: database="
                            + database + ", tables=" + tables);
        }
    }

    /** Its tables are ours to make. */
    @Override
    public void check(Connection connection) throws SQLException {
        checkContents(connection);
    }

    @Override
    public void prepare(Connection connection) throws SQLException {
        SqliteChange.prepare(connection);
    }

    @Override
    public boolean hasSchema(Connection connection) throws SQLException {
        return SqliteChange.hasTable(connection, CLUSTER);
    }

    @Override
    public List<String> schema() {
        List<String> statements =
                new ArrayList<>(Schema.tables("blob", "integer primary key autoincrement", "", " without rowid"));
        statements.add("insert into troupe_cluster values (1, " + StateKey.SHARDS + ", " + Schema.VERSION + ")");
        statements.add("with recursive n (no) as (select 0 union all select no + 1 from n where no + 1 < "
                + StateKey.SHARDS + ") insert into troupe_shard select no, 0, 0 from n");
        return statements;
    }

    @Override
    public void createSchema(Connection connection) throws SQLException {
        SqliteChange.run(connection, () -> {
            if (hasSchema(connection)) {
                return false; // another process was faster
            }
            for (String statement : schema()) {
                RegistrySchema.execute(connection, statement);
            }
            return true;
        });
    }

    @Override
    public void claim(Connection connection, long owner) throws SQLException {
        SqliteChange.run(connection, () -> {
            if (SqliteChange.hasTable(connection, RegistrySchema.MEMBERS)) {
                LivingMembers.refuse(connection, SqliteRegistry.NOW);
            }
            RegistrySchema.execute(connection, "update troupe_shard set owner = " + owner + ", epoch = epoch + 1");
            return true;
        });
    }

    @Override
    public Commits commits(long owner, long[] epochs) {
        return new SqliteCommits(owner, epochs);
    }

    @Override
    public String expireCalls() {
        return "delete from troupe_call where (type, key, id) in"
                + " (select type, key, id from troupe_call where expires <= ? limit ?)";
    }

    /** One after the other: nothing travels. */
    @Override
    public void load(Connection connection, List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredState> found)
            throws SQLException {
        try (PreparedStatement read = connection.prepareStatement(SqlStore.STATE)) {
            for (StateKey key : keys) {
                read.setString(1, key.type());
                read.setString(2, key.key());
                StoredState state;
                try (ResultSet row = read.executeQuery()) {
                    state = row.next() ? SqlStore.state(row) : null;
                }
                found.accept(key, state);
            }
        }
    }
}
