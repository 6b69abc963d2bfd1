// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.registry.ShardRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/** What both kinds of databases have in common: the tables of a registry, and how values become parameters. */
final class RegistrySchema {
    /**
     * Makes the tables of a store those of several members. Whoever had the store open alone writes nothing any more: its shards
     * are nobody's, with higher epochs.
     */
    static final List<String> TABLES = List.of(
            "alter table troupe_cluster add column view bigint not null default 0",
            "alter table troupe_shard add column view bigint not null default 0",
            "update troupe_shard set owner = 0, epoch = epoch + 1 where owner <> 0",
            "create table troupe_member (id bigint primary key, name text not null, address text not null,"
                    + " fingerprint text not null, version text not null, roles text not null, weight int not null,"
                    + " status text not null, proven int not null, lease_until bigint not null, view bigint not null)",
            "create unique index troupe_member_name on troupe_member (name) where status <> 'GONE'");

    /** Of owners that are no members: of those who had all shards alone. */
    static final String LONE = "owner <> 0 and owner not in (select id from troupe_member)";

    /** Makes their shards nobody's; with the expression of the view. */
    static final String TAKE = "update troupe_shard set owner = 0, epoch = epoch + 1, view = %s where " + LONE;

    /** How long dead members are remembered, in milliseconds: readers see them meanwhile. */
    static final long KEPT = 86_400_000;

    /** The table that only those have who are, or were, one of several. */
    static final String MEMBERS = "troupe_member";

    private RegistrySchema() {}

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Runs a change and counts its rows. */
    static int update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, parameters);
            return statement.executeUpdate();
        }
    }

    /** Runs a statement that returns shards: no, owner, epoch and view. */
    static List<ShardRow> shards(Connection connection, String sql, Object... parameters) throws SQLException {
        List<ShardRow> shards = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    shards.add(new ShardRow(rows.getInt(1), rows.getLong(2), rows.getLong(3), rows.getLong(4)));
                }
            }
        }
        return shards;
    }

    private static void set(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }

    /** Numbers with commas between them, for a parameter. */
    static String numbers(BitSet shards) {
        return shards.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    }
}
