// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where the accounts are: a file of SQLite, or a database of PostgreSQL.
 *
 * @param text a path, or a URL that begins with {@code jdbc:postgresql:}
 */
record Database(String text) {
    private static final String POSTGRES = "jdbc:postgresql:";

    /** Why it cannot be one; null: it may be. */
    @Nullable
    String problem() {
        if (text.startsWith("jdbc:")) {
            return text.startsWith(POSTGRES) ? null : "db must be a file of SQLite or a URL of PostgreSQL: db=" + text;
        }
        Path file = Path.of(text).toAbsolutePath();
        if (Files.isDirectory(file) || file.getParent() == null || !Files.isDirectory(file.getParent())) {
            return "db must be a file in a folder that exists: db=" + text;
        }
        return null;
    }

    /** Makes the tables if that is not done by joining. */
    void prepare() {
        if (text.startsWith(POSTGRES)) {
            Cluster.createSchema(new Url(text));
        }
    }

    ClusterConfig config() {
        return text.startsWith(POSTGRES) ? ClusterConfig.database(new Url(text)) : ClusterConfig.file(Path.of(text));
    }

    /** Connections without a pool. */
    private record Url(String url) implements DataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return DriverManager.getConnection(url);
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return DriverManager.getConnection(url, user, password);
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(@Nullable PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("a source of connections must be what it is: type=" + type.getName());
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
