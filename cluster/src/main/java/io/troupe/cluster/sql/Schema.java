// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import java.util.List;

/** The tables. A change of them is a new version. */
final class Schema {
    /** Of these tables. */
    static final int VERSION = 1;

    private Schema() {}

    /**
     * The statements that make the tables, empty, in order.
     *
     * @param bytes the database's type of byte strings
     * @param fill what the shard table gets to leave room in its pages
     * @param rows what the state table gets
     */
    static List<String> tables(String bytes, String fill, String rows) {
        return List.of(
                "create table troupe_cluster (one smallint primary key, shards int not null, format int not null)",
                "create table troupe_shard (no int primary key, owner bigint not null, epoch bigint not null)" + fill,
                "create table troupe_state (type text not null, key text not null, shard int not null,"
                        + " version bigint not null, epoch bigint not null, format int not null, data " + bytes
                        + " not null, primary key (type, key))" + rows);
    }
}
