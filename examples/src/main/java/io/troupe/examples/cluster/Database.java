// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.view.ClusterSchema;
import io.troupe.cluster.view.ClusterView;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where durable actors are: a file of SQLite, or a database of PostgreSQL.
 *
 * @param text a path, or a URL that begins with {@code jdbc:postgresql:}
 */
public record Database(String text) {
    private static final String POSTGRES = "jdbc:postgresql:";

    /** Why it cannot be one; null: it may be. */
    public @Nullable String problem() {
        if (text.startsWith("jdbc:") && !isPostgres()) {
            return "db must be a file of SQLite or a URL of PostgreSQL: db=" + name();
        }
        try {
            DriverManager.getDriver(isPostgres() ? text : "jdbc:sqlite:" + text);
        } catch (SQLException e) {
            return "db must have a driver on the class path: db=" + name();
        }
        if (isPostgres()) {
            return null;
        }
        Path file = Path.of(text).toAbsolutePath();
        if (Files.isDirectory(file) || file.getParent() == null || !Files.isDirectory(file.getParent())) {
            return "db must be a file in a folder that exists: db=" + text;
        }
        if (!Files.isWritable(file.getParent()) || (Files.exists(file) && !Files.isWritable(file))) {
            return "db must be writable, and its folder, where its log is: db=" + text;
        }
        return null;
    }

    /** Without parameters, as one of them may be a password. */
    private String name() {
        return text.replaceFirst("(?s)\\?.*", "");
    }

    /** Makes the tables if that is not done by joining. */
    public void prepare() {
        if (isPostgres()) {
            Cluster.createSchema(new Url(text));
        }
    }

    /** For members. */
    public ClusterConfig config() {
        return isPostgres() ? ClusterConfig.database(new Url(text)) : ClusterConfig.file(Path.of(text));
    }

    /** For those who look. */
    public ClusterView view() {
        return isPostgres() ? ClusterView.database(new Url(text)) : ClusterView.file(Path.of(text));
    }

    /** The statements that make its tables. */
    List<String> schema() {
        return isPostgres() ? ClusterSchema.postgresql() : ClusterSchema.sqlite();
    }

    /** Makes the tables of several members. */
    public void applySchema() {
        if (isPostgres()) {
            ClusterSchema.apply(new Url(text));
        } else {
            ClusterSchema.apply(Path.of(text));
        }
    }

    private boolean isPostgres() {
        return text.startsWith(POSTGRES);
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
