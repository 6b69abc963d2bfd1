// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.util.List;

/**
 * The tables. A change of them is a new version. Times are milliseconds of the epoch, by the clock of the actor system;
 * {@code changed} is by that of the database.
 */
final class Schema {
    /** Of these tables. */
    static final int VERSION = 3;

    private Schema() {}

    /**
     * The statements that make the tables, empty, in order.
     *
     * @param bytes the database's type of byte strings
     * @param identity type of a column that numbers the rows, and never gives a number twice
     * @param fill what the shard table gets to leave room in its pages
     * @param rows what the tables get whose rows are found by their keys
     */
    static List<String> tables(String bytes, String identity, String fill, String rows) {
        return List.of(
                "create table troupe_cluster (one smallint primary key, shards int not null, format int not null)",
                "create table troupe_shard (no int primary key, owner bigint not null, epoch bigint not null)" + fill,
                "create table troupe_state (type text not null, key text not null, shard int not null,"
                        + " version bigint not null, epoch bigint not null, format int not null, data " + bytes
                        + " not null, changed bigint not null, primary key (type, key))" + rows,
                "create table troupe_call (type text not null, key text not null, id text not null,"
                        + " method text not null, reply " + bytes + " not null, expires bigint not null,"
                        + " primary key (type, key, id))" + rows,
                "create index troupe_call_expires on troupe_call (expires)",
                "create table troupe_outbox (id " + identity + ", shard int not null, from_type text not null,"
                        + " from_key text not null, sequence bigint not null, to_type text not null,"
                        + " to_key text not null, method text not null, arguments " + bytes
                        + " not null, tries int not null, next bigint not null)",
                "create index troupe_outbox_lane on troupe_outbox (from_type, from_key, to_type, to_key, id)",
                "create table troupe_remind (type text not null, key text not null, name text not null,"
                        + " shard int not null, due bigint not null, every bigint not null, method text not null,"
                        + " arguments " + bytes + " not null, at bigint not null, tries int not null,"
                        + " primary key (type, key, name))" + rows,
                "create index troupe_remind_at on troupe_remind (at)",
                "create table troupe_event (type text not null, key text not null, version bigint not null,"
                        + " format int not null, data " + bytes + " not null, at bigint not null,"
                        + " primary key (type, key, version))",
                "create table troupe_snapshot (type text not null, key text not null, version bigint not null,"
                        + " format int not null, data " + bytes + " not null, primary key (type, key))" + rows);
    }
}
