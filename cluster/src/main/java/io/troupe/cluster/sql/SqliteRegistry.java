// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static io.troupe.cluster.sql.RegistrySchema.execute;
import static io.troupe.cluster.sql.RegistrySchema.numbers;
import static io.troupe.cluster.sql.RegistrySchema.shards;
import static io.troupe.cluster.sql.RegistrySchema.update;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.ShardRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A file of SQLite for several processes of one machine: each change is one transaction that begins as a writer, so there is
 * one at a time. Its clock is the wall clock of the machine.
 */
final class SqliteRegistry implements RegistryStatements {
    /** Milliseconds of the epoch, by the clock of the machine. */
    static final String NOW = "cast(unixepoch('subsec') * 1000 as integer)";

    private static final String NEXT_VIEW = "update troupe_cluster set view = view + 1";

    private static final String VIEW = "(select view from troupe_cluster)";

    private static final String JOIN =
            "insert into troupe_member (id, name, address, fingerprint, version, roles, weight, status, proven,"
                    + " lease_until, view) select ?, ?, ?, ?, ?, ?, ?, 'JOINING', 0, " + NOW + " + ?, " + VIEW
                    + " where true on conflict do nothing";

    private static final String ADVANCE = "update troupe_member set status = ?, view = " + VIEW
            + ", lease_until = case when ? = 'GONE' then min(lease_until, " + NOW + ") else lease_until end"
            + " where id = ? and instr(',' || ? || ',', ',' || status || ',') > 0";

    private static final String FENCE = "update troupe_member set status = 'GONE', proven = 1, view = " + VIEW
            + ", lease_until = min(lease_until, " + NOW + ") where id = ? and status <> 'GONE'";

    private static final String BURY = "update troupe_member set status = 'GONE', view = " + VIEW
            + " where status <> 'GONE' and lease_until < " + NOW;

    private static final String FORGET =
            "delete from troupe_member where status = 'GONE' and lease_until < " + NOW + " - " + RegistrySchema.KEPT
                    + " and not exists (select 1 from troupe_shard where owner = troupe_member.id)";

    private static final String RETURNING = " returning no, owner, epoch, view";

    private static final String WANTED = " no in (select value from json_each('[' || ? || ']'))";

    private static final String CLAIM = "update troupe_shard set owner = ?, epoch = epoch + 1, view = " + VIEW
            + " where" + WANTED
            + " and (owner = 0 or owner in (select id from troupe_member where status = 'GONE'))"
            + " and exists (select 1 from troupe_member where id = ? and status = 'ACTIVE')" + RETURNING;

    private static final String GIVE = "update troupe_shard set owner = ?, epoch = epoch + 1, view = " + VIEW
            + " where" + WANTED + " and owner = ?"
            + " and exists (select 1 from troupe_member where id = ? and status <> 'GONE')"
            + " and exists (select 1 from troupe_member where id = ? and status = 'ACTIVE')" + RETURNING;

    @Override
    public void prepare(Connection connection) throws SQLException {
        SqliteChange.prepare(connection);
    }

    @Override
    public void createSchema(Connection connection) throws SQLException {
        SqliteChange.run(connection, () -> {
            if (!SqliteChange.hasTable(connection, RegistrySchema.MEMBERS)) {
                for (String table : RegistrySchema.TABLES) {
                    execute(connection, table);
                }
            }
            return true;
        });
    }

    @Override
    public boolean takeFromTheLone(Connection connection) throws SQLException {
        return change(connection, () -> update(connection, RegistrySchema.TAKE.formatted(VIEW)) > 0);
    }

    @Override
    public boolean isShared(Connection connection) throws SQLException {
        return SqliteChange.hasTable(connection, RegistrySchema.MEMBERS);
    }

    @Override
    public String now() {
        return NOW;
    }

    @Override
    public boolean join(Connection connection, MemberInfo member, long lease) throws SQLException {
        return change(
                connection,
                () -> update(
                                connection,
                                JOIN,
                                member.id(),
                                member.name(),
                                member.address(),
                                member.fingerprint(),
                                member.version(),
                                String.join(",", member.roles()),
                                member.weight(),
                                lease)
                        > 0);
    }

    @Override
    public boolean advance(Connection connection, long member, MemberStatus next) throws SQLException {
        return change(
                connection,
                () -> update(connection, ADVANCE, next.name(), next.name(), member, SqlRegistry.before(next)) > 0);
    }

    @Override
    public boolean fence(Connection connection, long member) throws SQLException {
        return change(connection, () -> update(connection, FENCE, member) > 0);
    }

    @Override
    public int bury(Connection connection) throws SQLException {
        int[] buried = new int[1];
        change(connection, () -> {
            buried[0] = update(connection, BURY);
            return buried[0] > 0;
        });
        update(connection, FORGET);
        return buried[0];
    }

    @Override
    public List<ShardRow> claim(Connection connection, long member, BitSet shards) throws SQLException {
        return moved(connection, CLAIM, member, numbers(shards), member);
    }

    @Override
    public List<ShardRow> give(Connection connection, long member, BitSet shards, long to) throws SQLException {
        return moved(connection, GIVE, to, numbers(shards), member, member, to);
    }

    private static List<ShardRow> moved(Connection connection, String sql, Object... parameters) throws SQLException {
        List<ShardRow> moved = new ArrayList<>();
        change(connection, () -> moved.addAll(shards(connection, sql, parameters)));
        return moved;
    }

    /** One transaction, and the next view; taken back if nothing has changed. */
    private static boolean change(Connection connection, SqliteChange.Work work) throws SQLException {
        return SqliteChange.run(connection, () -> {
            execute(connection, NEXT_VIEW);
            return work.run();
        });
    }
}
