// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.ShardRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;

/**
 * The changes of a registry in one kind of database. Each is carried out as a whole or not at all, raises the view number
 * first, which makes changes wait for each other, and returns when it is on the disk. Without state; any thread.
 */
interface RegistryStatements {
    /** Settings of a new connection, which stays in auto-commit. */
    void prepare(Connection connection) throws SQLException;

    /** Whether what registries need is there. */
    boolean isShared(Connection connection) throws SQLException;

    /** Adds what registries need to the tables of a store, unless it is there. */
    void createSchema(Connection connection) throws SQLException;

    /**
     * Makes shards nobody's that belong to no member: somebody had the store alone.
     *
     * @return whether there were any
     */
    boolean takeFromTheLone(Connection connection) throws SQLException;

    /** The time of the database in milliseconds, as an expression. */
    String now();

    boolean join(Connection connection, MemberInfo member, long lease) throws SQLException;

    boolean advance(Connection connection, long member, MemberStatus next) throws SQLException;

    boolean fence(Connection connection, long member) throws SQLException;

    int bury(Connection connection) throws SQLException;

    List<ShardRow> claim(Connection connection, long member, BitSet shards) throws SQLException;

    List<ShardRow> give(Connection connection, long member, BitSet shards, long to) throws SQLException;
}
