// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.Plan;
import io.troupe.cluster.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A registry in the database of the states, PostgreSQL or SQLite. Statements are committed synchronously, and no transaction
 * stays open across round trips. Watchers are not told: heartbeats find changes. Any thread.
 */
public final class SqlRegistry implements Registry {
    /** One snapshot of all three tables. The first row has the view alone. */
    private static final String READ = "select 0 as kind, view as a, 0 as b, 0 as c, '' as name, '' as address,"
            + " '' as fingerprint, '' as version, '' as roles, 0 as weight, '' as status, 0 as proven from troupe_cluster"
            + " union all select 1, view, id, 0, name, address, fingerprint, version, roles, weight, status, proven"
            + " from troupe_member where view > ?"
            + " union all select 2, view, owner, epoch, '', '', '', '', '', no, '', 0 from troupe_shard where view > ?"
            + " order by kind, a";

    private static final String RENEW = "update troupe_member set lease_until = %s + ?"
            + " where id = ? and status <> 'GONE' returning (select view from troupe_cluster)";

    /** Open at the same time, at most. */
    private static final int CONNECTIONS = 4;

    private final Connections connections;
    private final RegistryStatements statements;
    private final String renew;
    private final long lease;

    private SqlRegistry(ConnectionSource source, RegistryStatements statements, Duration lease) {
        this.connections = new Connections(source, statements::prepare, CONNECTIONS);
        this.statements = statements;
        this.renew = RENEW.formatted(statements.now());
        this.lease = lease.toMillis();
    }

    /**
     * Opens the registry of a database. Makes the tables of a file of SQLite; those of other databases must be there. Whoever
     * has had the store alone writes nothing any more. Waits for the database.
     *
     * @param source of connections
     * @param lease what joining and each renewal give, in whole milliseconds
     * @throws StoreException if the database cannot be used
     * @throws IllegalStateException if its tables are missing, or of another version
     */
    public static SqlRegistry open(ConnectionSource source, Duration lease) throws StoreException {
        try (Connection connection = source.open()) {
            RegistryStatements statements = statementsOf(connection);
            SqlRegistry registry = new SqlRegistry(source, statements, lease);
            SqlStore.dialectOf(connection).check(connection);
            statements.prepare(connection);
            if (statements instanceof SqliteRegistry) {
                createSchema(source);
            }
            SqlStore.checkVersion(connection);
            read(connection, Long.MAX_VALUE);
            if (hasLone(connection)) {
                statements.takeFromTheLone(connection);
            }
            return registry;
        } catch (SQLException e) {
            throw new StoreException(
                    "a database must be reachable, and have the tables of a cluster: cause=" + SqlCause.of(e), e);
        }
    }

    /** For those who look: makes no tables. Null if the tables are those of a process alone. */
    static @Nullable SqlRegistry existing(ConnectionSource source) throws StoreException {
        try (Connection connection = source.open()) {
            RegistryStatements statements = statementsOf(connection);
            return statements.isShared(connection) ? new SqlRegistry(source, statements, Duration.ZERO) : null;
        } catch (SQLException e) {
            throw new StoreException("a database must be reachable: cause=" + SqlCause.of(e), e);
        }
    }

    /**
     * Makes the tables of a store and of a registry unless they are there. Waits for the database.
     *
     * @param source of connections that may make tables
     * @throws StoreException if they cannot be made
     * @throws IllegalStateException if there are tables of another version, which stay as they are
     */
    public static void createSchema(ConnectionSource source) throws StoreException {
        SqlStore.createSchema(source);
        try (Connection connection = source.open()) {
            RegistryStatements statements = statementsOf(connection);
            statements.prepare(connection);
            statements.createSchema(connection);
        } catch (SQLException e) {
            throw new StoreException("the tables of a cluster must be made: cause=" + SqlCause.of(e), e);
        }
    }

    private static boolean hasLone(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "select 1 from troupe_shard where " + RegistrySchema.LONE + " limit 1")) {
            return found.next();
        }
    }

    private static RegistryStatements statementsOf(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "sqlite" -> new SqliteRegistry();
            case "postgresql" -> new PostgresRegistry();
            default ->
                throw new IllegalArgumentException(
                        "a database of members must be PostgreSQL or SQLite: database=" + product);
        };
    }

    @Override
    public boolean join(MemberInfo member) throws RegistryException {
        return with(
                "join: member=" + MemberInfo.idText(member.id()),
                connection -> statements.join(connection, member, lease));
    }

    @Override
    public OptionalLong renew(long member) throws RegistryException {
        return with("renew a lease: member=" + MemberInfo.idText(member), connection -> {
            try (PreparedStatement update = connection.prepareStatement(renew)) {
                update.setLong(1, lease);
                update.setLong(2, member);
                try (ResultSet row = update.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }

    @Override
    public Map<Long, Duration> leases() throws RegistryException {
        return with("read leases", connection -> {
            Map<Long, Duration> left = new TreeMap<>();
            try (Statement read = connection.createStatement();
                    ResultSet row = read.executeQuery("select id, lease_until - " + statements.now()
                            + " from troupe_member where status <> 'GONE'")) {
                while (row.next()) {
                    left.put(row.getLong(1), Duration.ofMillis(row.getLong(2)));
                }
            }
            return left;
        });
    }

    @Override
    public RegistryDelta read(long since) throws RegistryException {
        return with("read members and shards: since=" + since, connection -> read(connection, since));
    }

    private static RegistryDelta read(Connection connection, long since) throws SQLException {
        long view = 0;
        List<MemberRow> members = new ArrayList<>();
        List<ShardRow> shards = new ArrayList<>();
        try (PreparedStatement read = connection.prepareStatement(READ)) {
            read.setLong(1, since);
            read.setLong(2, since);
            try (ResultSet row = read.executeQuery()) {
                while (row.next()) {
                    switch (row.getInt(1)) {
                        case 0 -> view = row.getLong(2);
                        case 1 -> members.add(member(row));
                        default ->
                            shards.add(new ShardRow(row.getInt(10), row.getLong(3), row.getLong(4), row.getLong(2)));
                    }
                }
            }
        }
        return new RegistryDelta(view, members, shards);
    }

    private static MemberRow member(ResultSet row) throws SQLException {
        String roles = row.getString(9);
        MemberInfo info = new MemberInfo(
                row.getLong(3),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                roles.isEmpty() ? List.of() : Arrays.asList(roles.split(",")),
                row.getInt(10));
        return new MemberRow(info, MemberStatus.valueOf(row.getString(11)), row.getInt(12) == 1, row.getLong(2));
    }

    @Override
    public boolean advance(long member, MemberStatus next) throws RegistryException {
        return with(
                "change a status: member=" + MemberInfo.idText(member) + ", status=" + next,
                connection -> statements.advance(connection, member, next) || is(connection, member, next));
    }

    private static boolean is(Connection connection, long member, MemberStatus status) throws SQLException {
        try (PreparedStatement read =
                connection.prepareStatement("select 1 from troupe_member where id = ? and status = ?")) {
            read.setLong(1, member);
            read.setString(2, status.name());
            try (ResultSet row = read.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Names of the statuses that come before another, with commas between them. */
    static String before(MemberStatus status) {
        return Arrays.stream(MemberStatus.values())
                .filter(each -> each.compareTo(status) < 0)
                .map(MemberStatus::name)
                .collect(Collectors.joining(","));
    }

    @Override
    public boolean fence(long member) throws RegistryException {
        return with("fence: member=" + MemberInfo.idText(member), connection -> statements.fence(connection, member));
    }

    @Override
    public int bury() throws RegistryException {
        return with("bury the silent", statements::bury);
    }

    @Override
    public List<ShardRow> claim(long member, BitSet shards) throws RegistryException {
        return with(
                "claim shards: member=" + MemberInfo.idText(member) + ", shards=" + shards.cardinality(),
                connection -> statements.claim(connection, member, shards));
    }

    @Override
    public List<ShardRow> give(long member, BitSet shards, long to) throws RegistryException {
        Plan.checkStep(shards);
        return with(
                "give shards: member=" + MemberInfo.idText(member) + ", to=" + MemberInfo.idText(to) + ", shards="
                        + shards.cardinality(),
                connection -> statements.give(connection, member, shards, to));
    }

    private <T> T with(String what, Connections.Query<T> query) throws RegistryException {
        try {
            return connections.with(query);
        } catch (SQLException e) {
            throw new RegistryException("a database must be able to " + what + ", cause=" + SqlCause.of(e), e);
        }
    }

    @Override
    public Watching watch(Runnable changed) {
        return () -> {};
    }

    @Override
    public void close() {
        connections.close();
    }
}
