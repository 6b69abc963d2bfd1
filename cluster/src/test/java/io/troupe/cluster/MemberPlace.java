// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.sql.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/**
 * Where members agree and keep states, as words for the command line of a process.
 *
 * @param states a file of SQLite, or the address of a database of PostgreSQL
 * @param registry address of a registry; empty: the database
 */
public record MemberPlace(String states, String registry) {
    /** A file, which has the registry, too. */
    public static MemberPlace file(Path file) {
        return new MemberPlace(file.toString(), "");
    }

    /** Reads what {@link #words} has made. */
    static MemberPlace of(List<String> words) {
        return new MemberPlace(words.get(0), words.get(1));
    }

    List<String> words() {
        return List.of(states, registry);
    }

    boolean isFile() {
        return !states.startsWith("jdbc:");
    }

    boolean hasRegistryOfItsOwn() {
        return !registry.isEmpty();
    }

    /** Alone. */
    ClusterConfig config() {
        return isFile()
                ? ClusterConfig.file(Path.of(states))
                : ClusterConfig.database(PostgresServer.dataSource(states));
    }

    /** As a member that does not wait for others. */
    ClusterConfig config(String name) {
        ClusterConfig config = config().listen("tcp://127.0.0.1:0").name(name).joinDelay(Duration.ZERO);
        return hasRegistryOfItsOwn() ? config.registry(registry) : config;
    }

    /**
     * Whether no process that stands still has the lock of the file. It would have it until it goes on, and all wait for it;
     * a statement of PostgreSQL is done without its client.
     */
    boolean isUnlocked() {
        if (!isFile()) {
            return true;
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + states);
                Statement statement = connection.createStatement()) {
            statement.execute("pragma busy_timeout = 500");
            statement.execute("begin immediate");
            statement.execute("rollback");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
