// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.stack;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An empty database for one measurement.
 *
 * @param url as JDBC has it
 */
public record Store(String url) {
    private static final String FILE = "jdbc:sqlite:";

    /** A file of SQLite. */
    public static Store file(Path path) {
        return new Store(FILE + path);
    }

    /** Whether it is a file of SQLite; otherwise it is PostgreSQL. */
    public boolean isFile() {
        return url.startsWith(FILE);
    }

    /** The file of SQLite. */
    public Path path() {
        return Path.of(url.substring(FILE.length()));
    }

    /** A new connection. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    /** Connections of PostgreSQL without a pool. */
    public DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        return source;
    }

    /** Runs statements, each by itself. */
    public void run(List<String> statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }
}
