// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StoredState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What differs between databases. Without state; any thread. */
interface Dialect {
    /**
     * Refuses a database that is not for the tables of a cluster, if one can tell. Changes nothing.
     *
     * @throws IllegalStateException if it must be left alone
     */
    default void checkContents(Connection connection) throws SQLException {}

    /**
     * Refuses a database whose tables are missing, if it is not for us to make them there. Changes nothing.
     *
     * @throws IllegalStateException if it must be left alone
     */
    void check(Connection connection) throws SQLException;

    /** Settings of a new connection, which stays in auto-commit. */
    void prepare(Connection connection) throws SQLException;

    /** Whether the tables are there. */
    boolean hasSchema(Connection connection) throws SQLException;

    /** The statements that make the tables, with what is in them at first, in order. */
    List<String> schema();

    /** Makes the tables, or finds that somebody else just has; all or nothing. */
    void createSchema(Connection connection) throws SQLException;

    /** Makes all shards belong to the owner, with higher epochs, in one transaction. */
    void claim(Connection connection, long owner) throws SQLException;

    /**
     * The commits of an owner.
     *
     * @param epochs of all shards as the owner knows them; may change
     */
    Commits commits(long owner, long[] epochs);

    /**
     * Reads states, without having many bytes of them at a time.
     *
     * @param keys each once
     * @param found told the state of each key as soon as it is read, or null if there is none
     */
    void load(Connection connection, List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredState> found)
            throws SQLException;

    /** Whether journals and calls of many keys are read together, by {@link PostgresReads}; else nothing travels, and one by one is as fast. */
    default boolean readsTogether() {
        return false;
    }

    /** A statement that deletes up to some expired calls; parameters: the time, how many. */
    String expireCalls();
}
