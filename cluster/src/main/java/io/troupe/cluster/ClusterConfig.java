// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where a cluster keeps the states of its actors, and its bounds. Immutable.
 *
 * @param file of SQLite; null: none
 * @param dataSource of a database; null: none
 * @param commitQueue most updates that wait for the store, from 1 to 1,000,000
 * @param callIdsFor how long calls with a {@link io.troupe.cluster.actor.CallId} are remembered, from 1 minute to 366 days
 */
public record ClusterConfig(
        @Nullable Path file, @Nullable DataSource dataSource, int commitQueue, Duration callIdsFor) {
    private static final int DEFAULT_QUEUE = 10_000;
    private static final Duration DEFAULT_CALL_IDS = Duration.ofHours(24);
    private static final Duration SHORTEST_CALL_IDS = Duration.ofMinutes(1);
    private static final Duration LONGEST_CALL_IDS = Duration.ofDays(366);

    /**
     * Checks the ranges.
     *
     * @param file of SQLite; null: none
     * @param dataSource of a database; null: none
     * @param commitQueue most updates that wait for the store, from 1 to 1,000,000
     * @param callIdsFor how long calls with an id are remembered, from 1 minute to 366 days
     * @throws IllegalArgumentException if a value is out of its range, or there are both a file and a database
     */
    public ClusterConfig {
        if (file != null && dataSource != null) {
            throw new IllegalArgumentException(
                    "states must be kept in one place: file=" + file + ", database=" + dataSource);
        }
        if (commitQueue < 1 || commitQueue > 1_000_000) {
            throw new IllegalArgumentException("commitQueue must be from 1 to 1000000: commitQueue=" + commitQueue);
        }
        if (callIdsFor.compareTo(SHORTEST_CALL_IDS) < 0 || callIdsFor.compareTo(LONGEST_CALL_IDS) > 0) {
            throw new IllegalArgumentException(
                    "callIdsFor must be from 1 minute to 366 days: callIdsFor=" + callIdsFor);
        }
    }

    /**
     * {@return a cluster in one file of SQLite, which is made if it is not there} Needs the driver {@code
     * org.xerial:sqlite-jdbc} at run time.
     *
     * @param file on a disk of this machine
     */
    public static ClusterConfig file(Path file) {
        return new ClusterConfig(Objects.requireNonNull(file, "file"), null, DEFAULT_QUEUE, DEFAULT_CALL_IDS);
    }

    /**
     * {@return a cluster in a database: PostgreSQL with the tables that {@link Cluster#createSchema} makes, or SQLite}
     *
     * @param dataSource of the application, with or without a pool; some five connections are used
     */
    public static ClusterConfig database(DataSource dataSource) {
        return new ClusterConfig(
                null, Objects.requireNonNull(dataSource, "dataSource"), DEFAULT_QUEUE, DEFAULT_CALL_IDS);
    }

    /** {@return a cluster whose states end with it, for tests and development} */
    public static ClusterConfig memory() {
        return new ClusterConfig(null, null, DEFAULT_QUEUE, DEFAULT_CALL_IDS);
    }

    /**
     * {@return the same with another bound}
     *
     * @param newQueue most updates that wait for the store, from 1 to 1,000,000; more fail with {@link
     *     io.troupe.core.error.BackpressureException}
     */
    public ClusterConfig commitQueue(int newQueue) {
        return new ClusterConfig(file, dataSource, newQueue, callIdsFor);
    }

    /**
     * {@return the same with another time}
     *
     * @param newTime how long calls with an id are remembered, from 1 minute to 366 days
     */
    public ClusterConfig callIdsFor(Duration newTime) {
        return new ClusterConfig(file, dataSource, commitQueue, newTime);
    }
}
