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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;

/**
 * PostgreSQL: each change is one statement, so a process that is stopped holds no locks.
 *
 * <p>A statement reads other tables as they were when it began, also when it has waited since. What it must not miss, it reads
 * with a lock, which shows the newest row: the view number first, then members in question. Owners are compared with the dead of
 * before, which is safe as the dead stay dead: a claim gets too little then, never too much.
 */
final class PostgresRegistry implements RegistryStatements {
    /** Longer than any statement may take there: then the server stands still, or the network swallows its answers. */
    private static final int NETWORK_MILLIS = 12_000;

    /** Milliseconds of the epoch, by the clock of the database. */
    static final String NOW = "(extract(epoch from now()) * 1000)::bigint";

    /** Waits for the change before and makes later ones wait. The channel is for those who listen. */
    private static final String NEXT_VIEW = "with v as (update troupe_cluster set view = view + 1%s"
            + " returning view, pg_notify('troupe_view', view::text))";

    private static final String ALWAYS = NEXT_VIEW.formatted("");

    private static final String JOIN = ALWAYS
            + " insert into troupe_member (id, name, address, fingerprint, version, roles, weight, status, proven,"
            + " lease_until, view) select ?, ?, ?, ?, ?, ?, ?, 'JOINING', 0, " + NOW + " + ?, v.view from v"
            + " on conflict do nothing";

    private static final String ADVANCE = NEXT_VIEW.formatted(" where exists (select 1 from troupe_member where id = ?"
                    + " and status = any (string_to_array(?, ',')))")
            + " update troupe_member m set status = ?, view = v.view,"
            + " lease_until = case when ? = 'GONE' then least(m.lease_until, " + NOW + ") else m.lease_until end"
            + " from v where m.id = ? and m.status = any (string_to_array(?, ','))";

    private static final String FENCE =
            NEXT_VIEW.formatted(" where exists (select 1 from troupe_member where id = ? and status <> 'GONE')")
                    + " update troupe_member m set status = 'GONE', proven = 1, view = v.view,"
                    + " lease_until = least(m.lease_until, " + NOW + ")"
                    + " from v where m.id = ? and m.status <> 'GONE'";

    private static final String BURY = NEXT_VIEW.formatted(
                    " where exists (select 1 from troupe_member where status <> 'GONE' and lease_until < " + NOW + ")")
            + " update troupe_member m set status = 'GONE', view = v.view"
            + " from v where m.status <> 'GONE' and m.lease_until < " + NOW;

    private static final String FORGET = "delete from troupe_member m where status = 'GONE' and lease_until < " + NOW
            + " - " + RegistrySchema.KEPT + " and not exists (select 1 from troupe_shard s where s.owner = m.id)";

    private static final String CLAIM = ALWAYS
            + ", me as materialized (select m.id, v.view from v, troupe_member m where m.id = ?"
            + " and m.status = 'ACTIVE' for share of m)"
            + " update troupe_shard s set owner = me.id, epoch = s.epoch + 1, view = me.view from me"
            + " where s.no = any (string_to_array(?, ',')::int[])"
            + " and (s.owner = 0 or s.owner in (select id from troupe_member where status = 'GONE'))"
            + " returning s.no, s.owner, s.epoch, s.view";

    private static final String GIVE = ALWAYS
            + ", me as materialized (select m.id, v.view from v, troupe_member m where m.id = ?"
            + " and m.status <> 'GONE' for share of m),"
            + " you as materialized (select m.id from me, troupe_member m where m.id = ?"
            + " and m.status = 'ACTIVE' for share of m)"
            + " update troupe_shard s set owner = you.id, epoch = s.epoch + 1, view = me.view from me, you"
            + " where s.no = any (string_to_array(?, ',')::int[]) and s.owner = me.id"
            + " returning s.no, s.owner, s.epoch, s.view";

    @Override
    public void prepare(Connection connection) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, NETWORK_MILLIS);
        execute(connection, "set lock_timeout = '2s'");
        execute(connection, "set statement_timeout = '10s'");
        execute(connection, "set idle_in_transaction_session_timeout = '10s'");
        execute(connection, "set synchronous_commit = on"); // a renewal that a crash takes back ends a lease early
    }

    @Override
    public void createSchema(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            execute(connection, "lock table troupe_cluster in access exclusive mode");
            if (!hasMembers(connection)) {
                for (String table : RegistrySchema.TABLES) {
                    execute(connection, table);
                }
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** In two statements: the second one must see all members that joined before the first one had its lock. */
    @Override
    public boolean takeFromTheLone(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            execute(connection, "update troupe_cluster set view = view + 1");
            boolean taken = update(connection, RegistrySchema.TAKE.formatted("(select view from troupe_cluster)")) > 0;
            connection.commit();
            return taken;
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    @Override
    public boolean isShared(Connection connection) throws SQLException {
        return hasMembers(connection);
    }

    static boolean hasMembers(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select to_regclass('troupe_member') is not null")) {
            return found.next() && found.getBoolean(1);
        }
    }

    @Override
    public String now() {
        return NOW;
    }

    @Override
    public boolean join(Connection connection, MemberInfo member, long lease) throws SQLException {
        return update(
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
                > 0;
    }

    @Override
    public boolean advance(Connection connection, long member, MemberStatus next) throws SQLException {
        String earlier = SqlRegistry.before(next);
        return update(connection, ADVANCE, member, earlier, next.name(), next.name(), member, earlier) > 0;
    }

    @Override
    public boolean fence(Connection connection, long member) throws SQLException {
        return update(connection, FENCE, member, member) > 0;
    }

    @Override
    public int bury(Connection connection) throws SQLException {
        int buried = update(connection, BURY);
        update(connection, FORGET);
        return buried;
    }

    @Override
    public List<ShardRow> claim(Connection connection, long member, BitSet shards) throws SQLException {
        return shards(connection, CLAIM, member, numbers(shards));
    }

    @Override
    public List<ShardRow> give(Connection connection, long member, BitSet shards, long to) throws SQLException {
        return shards(connection, GIVE, member, to, numbers(shards));
    }
}
