// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.sql.ConnectionSource;
import io.troupe.cluster.sql.SqlRegistry;
import io.troupe.cluster.sql.SqlView;
import io.troupe.cluster.sql.StateFile;
import io.troupe.cluster.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;

/** The tables of a cluster, for deployments: its members need no right to make them. Any thread. */
public final class ClusterSchema {
    private ClusterSchema() {}

    /** {@return the statements for an empty database of PostgreSQL, in order} */
    public static List<String> postgresql() {
        return SqlView.schema(false);
    }

    /** {@return the statements for an empty file of SQLite, in order} A member makes them by itself. */
    public static List<String> sqlite() {
        return SqlView.schema(true);
    }

    /**
     * Makes the tables in a database unless they are there. A process that has had the store alone, without members, writes
     * nothing any more. Waits for the database.
     *
     * @param database with the right to make tables
     * @throws StoreUnavailableException if they cannot be made
     * @throws IllegalStateException if there are tables of another version
     * @throws IllegalArgumentException if the database is neither PostgreSQL nor SQLite
     */
    public static void apply(DataSource database) {
        Objects.requireNonNull(database, "database");
        apply(ConnectionSource.of(database));
    }

    /**
     * The same in a file of SQLite, which is made if it is not there.
     *
     * @param file on a disk of this machine
     * @throws StoreUnavailableException if they cannot be made
     * @throws IllegalStateException if there are tables of another version
     * @throws IllegalArgumentException if its folder does not exist, cannot be written, or is on a network file system
     */
    public static void apply(Path file) {
        Objects.requireNonNull(file, "file");
        apply(StateFile.source(file));
    }

    private static void apply(ConnectionSource source) {
        try {
            SqlRegistry.createSchema(source);
        } catch (StoreException e) {
            throw new StoreUnavailableException(Objects.toString(e.getMessage()), true, e);
        }
    }
}
