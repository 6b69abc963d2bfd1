// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.relstorage;

import io.troupe.examples.objstore.filestorage.Ids;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;

/**
 * A storage that RelStorage has made in SQLite, for reading, as it was when it was opened: one read transaction lasts until it
 * is closed. Tables with and without history are known. Any number of threads may read; their reads follow one another.
 */
public final class SqliteStorage implements ObjectStorage {
    private static final String SIZE = "select count(*), coalesce(max(zoid), 0) from ";

    private final Path file;
    private final Connection connection;
    private final boolean history;
    private final long head;
    private final long bytes;
    private final int length;
    private final long largestOid;
    private final PreparedStatement revision;
    private final PreparedStatement successor;

    private SqliteStorage(Path file, Connection connection) throws SQLException, IOException {
        this.file = file;
        this.connection = connection;
        connection.setAutoCommit(false);
        history = number("select count(*) from sqlite_master where type = 'table' and name = 'current_object'") == 1;
        head = number("select coalesce(max(tid), 0) from " + (history ? "\"transaction\"" : "object_state"));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SIZE + (history ? "current_object" : "object_state"))) {
            length = Math.toIntExact(row.getLong(1));
            largestOid = row.getLong(2);
        }
        bytes = Files.size(file);
        revision = connection.prepareStatement("select tid, state_size, state from object_state"
                + " where zoid = ? and tid < ? and tid <= ? order by tid desc limit 1");
        successor = connection.prepareStatement(
                "select min(tid) from object_state where zoid = ? and tid >= ? and tid <= ?");
    }

    /**
     * Opens a database for reading.
     *
     * @param file the main database of RelStorage, usually {@code main.sqlite3}
     * @return the storage as it is now; transactions that others commit later are not seen
     * @throws IOException if the file is no such database or cannot be read
     */
    public static SqliteStorage open(Path file) throws IOException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        Connection connection = null;
        try {
            connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
            return new SqliteStorage(file, connection);
        } catch (SQLException | IOException | RuntimeException e) {
            if (connection != null) {
                close(connection, e);
            }
            throw new IOException(
                    "a storage must be a database of RelStorage: file=" + file + ", cause=" + e.getMessage(), e);
        }
    }

    private static void close(Connection connection, Exception cause) {
        try {
            connection.close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.getLong(1);
        }
    }

    @Override
    public long head() {
        return head;
    }

    @Override
    public long end() {
        return bytes;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public long largestOid() {
        return largestOid;
    }

    /** Without history only the last revision is there: of earlier transactions the answer is that the object is later. */
    @Override
    public synchronized Load loadBefore(long oid, long before, long seen) throws IOException {
        if (oid < 0) { // larger than any that a column can have
            return new Load.Missing();
        }
        try {
            revision.setLong(1, oid);
            revision.setLong(2, signed(before));
            revision.setLong(3, signed(seen));
            try (ResultSet row = revision.executeQuery()) {
                if (!row.next()) {
                    return next(oid, 0, seen) == 0 ? new Load.Missing() : new Load.Later();
                }
                long tid = row.getLong(1);
                long size = row.getLong(2);
                byte[] data = row.getBytes(3);
                if (data == null) { // deleted, or its creation undone
                    return new Load.Missing();
                }
                if (data.length != size) {
                    throw new IOException("an object must have the size that its row says: file=" + file + ", oid="
                            + Ids.text(oid) + ", tid=" + Ids.text(tid) + ", size=" + size + ", bytes=" + data.length);
                }
                return new Load.Found(data, tid, history ? next(oid, tid + 1, seen) : 0);
            }
        } catch (SQLException e) {
            throw new IOException(
                    "a storage must be readable: file=" + file + ", oid=" + Ids.text(oid) + ", cause=" + e.getMessage(),
                    e);
        }
    }

    /** Ids of transactions are below 2^63 in a database, so a larger one is above all of them. */
    private static long signed(long id) {
        return id < 0 ? Long.MAX_VALUE : id;
    }

    private long next(long oid, long from, long seen) throws SQLException {
        successor.setLong(1, oid);
        successor.setLong(2, from);
        successor.setLong(3, signed(seen));
        try (ResultSet row = successor.executeQuery()) {
            return row.getLong(1); // 0 for null
        }
    }

    /** Always: what is opened does not change. */
    @Override
    public boolean isUnchangedSince(long oid, long tid) {
        return true;
    }

    @Override
    public synchronized void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("a storage must be closed: file=" + file + ", cause=" + e.getMessage(), e);
        }
    }
}
