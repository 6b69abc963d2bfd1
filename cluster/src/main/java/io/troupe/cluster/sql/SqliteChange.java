// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static io.troupe.cluster.sql.RegistrySchema.execute;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How a file of SQLite is changed by both, states and members: one process at a time, on the disk when it is done. */
final class SqliteChange {
    private SqliteChange() {}

    /** What is done in one transaction. */
    @FunctionalInterface
    interface Work {
        /** Does it; returns whether anything has changed. */
        boolean run() throws SQLException;
    }

    /** Sets up a new connection. */
    static void prepare(Connection connection) throws SQLException {
        patient(connection);
        execute(connection, "pragma journal_mode = wal");
        execute(connection, "pragma synchronous = full");
    }

    /** Waits for the writer before. */
    static void patient(Connection connection) throws SQLException {
        execute(connection, "pragma busy_timeout = 5000");
    }

    static boolean hasTable(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "select 1 from sqlite_master where type = 'table' and name = '" + name + "'")) {
            return found.next();
        }
    }

    /**
     * One transaction, which is taken back if nothing has changed. Begins as a writer: a transaction that reads first and writes
     * then may find that it must begin anew.
     */
    static boolean run(Connection connection, Work work) throws SQLException {
        execute(connection, "begin immediate");
        boolean done = false;
        try {
            boolean changed = work.run();
            execute(connection, changed ? "commit" : "rollback");
            done = true;
            return changed;
        } finally {
            if (!done) {
                rollBack(connection);
            }
        }
    }

    private static void rollBack(Connection connection) {
        try {
            execute(connection, "rollback");
        } catch (SQLException e) {
            // the database has rolled back itself, or the connection is gone: it is closed after a failure anyway
        }
    }
}
