// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.RowChanges.StoredEvent;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StateStore.CallQuestion;
import io.troupe.cluster.store.StateStore.RememberedCall;
import io.troupe.cluster.store.StateStore.StoredJournal;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredCall;
import io.troupe.cluster.store.StoredEffect;
import io.troupe.cluster.store.StoredReminder;
import io.troupe.cluster.store.StoredState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * States in a database. Any thread, as the port says.
 */
public final class SqlStore implements StateStore {
    /** Of one key. */
    static final String STATE = "select version, format, data from troupe_state where type = ? and key = ?";

    static final String REMINDERS =
            "select type, key, name, due, every, method, arguments, at, tries from troupe_remind";

    static final String EFFECTS = "select id, from_type, from_key, sequence, to_type, to_key, method, arguments,"
            + " tries, next from troupe_outbox";

    /** Rows of shards that are the owner's; the parameter is the owner. */
    private static final String MINE = " and shard in (select no from troupe_shard where owner = ?)";

    /** Open connections beside the one for commits, at most. */
    private static final int OTHERS = 3;

    private static final Comparator<Placed> IN_ORDER = Comparator.comparingInt(Placed::shard)
            .thenComparing(placed -> placed.write.key().type())
            .thenComparing(placed -> placed.write.key().key());

    /** One is reserved for commits: they wait for no reading. */
    private final Connections connections;

    /** One for who admits shards: it waits for nobody else, and is not opened while callers wait. */
    private final Connections admissions;

    private final Dialect dialect;
    private final long owner;

    /** By the thread that commits. */
    private final Commits commits;

    private SqlStore(ConnectionSource source, Dialect dialect, long owner, long[] epochs) {
        this.connections = new Connections(source, dialect::prepare, OTHERS);
        this.admissions = new Connections(source, dialect::prepare, 1);
        this.dialect = dialect;
        this.owner = owner;
        this.commits = dialect.commits(owner, epochs);
    }

    /**
     * Opens the store of a database and takes all shards over. Makes the tables of a file of SQLite; those of other databases
     * must be there. Waits for the database.
     *
     * @param source of connections
     * @param owner identifies this opening, never used before
     * @throws StoreException if the database cannot be used
     */
    public static SqlStore open(ConnectionSource source, long owner) throws StoreException {
        try (Connection connection = source.open()) {
            Dialect dialect = checked(connection);
            dialect.claim(connection, owner);
            return new SqlStore(source, dialect, owner, epochs(connection, owner));
        } catch (SQLException e) {
            throw new StoreException("a database must be reachable: cause=" + SqlCause.of(e), e);
        }
    }

    /** The store of a member that has some of the shards: takes nothing over, and commits with the epochs of the caller. */
    static SqlStore of(ConnectionSource source, long member, long[] epochs) throws StoreException {
        try (Connection connection = source.open()) {
            return new SqlStore(source, checked(connection), member, epochs);
        } catch (SQLException e) {
            throw new StoreException("a database must be reachable: cause=" + SqlCause.of(e), e);
        }
    }

    /** For those who look: takes nothing over, commits nothing, and makes no tables. */
    static SqlStore existing(ConnectionSource source) throws StoreException {
        try (Connection connection = source.open()) {
            Dialect dialect = dialectOf(connection);
            dialect.checkContents(connection);
            if (!dialect.hasSchema(connection)) {
                throw new IllegalStateException(
                        "a database must have the tables of a cluster: database=" + DatabaseUrl.of(connection));
            }
            checkVersion(connection);
            return new SqlStore(source, dialect, 0, new long[0]);
        } catch (SQLException e) {
            throw new StoreException("a database must be reachable: cause=" + SqlCause.of(e), e);
        }
    }

    private static Dialect checked(Connection connection) throws SQLException {
        Dialect dialect = dialectOf(connection);
        dialect.check(connection);
        dialect.prepare(connection);
        if (!dialect.hasSchema(connection)) {
            dialect.createSchema(connection);
        }
        checkVersion(connection);
        return dialect;
    }

    /**
     * Makes the tables unless they are there. Waits for the database.
     *
     * @param source of connections that may make tables
     * @throws StoreException if they cannot be made
     * @throws IllegalStateException if there are tables of another version, which stay as they are
     */
    public static void createSchema(ConnectionSource source) throws StoreException {
        try (Connection connection = source.open()) {
            Dialect dialect = dialectOf(connection);
            dialect.checkContents(connection);
            dialect.prepare(connection);
            if (dialect.hasSchema(connection)) {
                checkVersion(connection); // nothing is added to tables of another one
            }
            dialect.createSchema(connection);
            checkVersion(connection);
        } catch (SQLException e) {
            throw new StoreException("the tables of a cluster must be made: cause=" + SqlCause.of(e), e);
        }
    }

    static Dialect dialectOf(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "sqlite" -> new SqliteDialect();
            case "postgresql" -> new PostgresDialect();
            default ->
                throw new IllegalArgumentException(
                        "a database of states must be PostgreSQL or SQLite: database=" + product);
        };
    }

    static void checkVersion(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select format, shards from troupe_cluster")) {
            if (!found.next()) {
                throw new IllegalStateException(
                        "the tables of a cluster must say of which version they are, use another"
                                + " database: emptyTable=troupe_cluster");
            }
            int format = found.getInt(1);
            if (format != Schema.VERSION) {
                throw new IllegalStateException(
                        "the tables of a cluster must be of the version that this release knows, "
                                + (format > Schema.VERSION ? "use the later release" : "use the earlier release")
                                + " that made them, or another database: version=" + format + ", known="
                                + Schema.VERSION);
            }
            if (found.getInt(2) != StateKey.SHARDS) {
                throw new IllegalStateException("the number of shards must be that of this release: shards="
                        + found.getInt(2) + ", known=" + StateKey.SHARDS);
            }
        }
    }

    /** The epochs of the shards that are the owner's; 0 for the others, which no shard that was ever claimed has. */
    private static long[] epochs(Connection connection, long owner) throws SQLException {
        long[] epochs = new long[StateKey.SHARDS];
        try (PreparedStatement read =
                connection.prepareStatement("select no, epoch from troupe_shard where owner = ?")) {
            read.setLong(1, owner);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    epochs[rows.getInt(1)] = rows.getLong(2);
                }
            }
        }
        return epochs;
    }

    @Override
    public @Nullable StoredState load(StateKey key) throws StoreException {
        return first(list("read a state: " + key, STATE, SqlStore::state, key.type(), key.key()));
    }

    @Override
    public void load(List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredState> found) throws StoreException {
        with("read states: keys=" + keys.size(), connection -> {
            dialect.load(connection, keys, found);
            return keys.size();
        });
    }

    @Override
    public void journals(List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredJournal> found)
            throws StoreException {
        if (!dialect.readsTogether()) {
            StateStore.super.journals(keys, found);
            return;
        }
        with("read journals: keys=" + keys.size(), connection -> {
            new PostgresReads(connection).journals(keys, found);
            return keys.size();
        });
    }

    @Override
    public void calls(List<CallQuestion> questions, BiConsumer<CallQuestion, @Nullable RememberedCall> found)
            throws StoreException {
        if (!dialect.readsTogether()) {
            StateStore.super.calls(questions, found);
            return;
        }
        with("read calls: keys=" + questions.size(), connection -> {
            new PostgresReads(connection).calls(questions, found);
            return questions.size();
        });
    }

    static StoredState state(ResultSet row) throws SQLException {
        return new StoredState(row.getLong(1), row.getInt(2), row.getBytes(3));
    }

    @Override
    public @Nullable StoredState snapshot(StateKey key) throws StoreException {
        return first(list(
                "read a snapshot: " + key,
                "select version, format, data from troupe_snapshot where type = ? and key = ?",
                SqlStore::state,
                key.type(),
                key.key()));
    }

    @Override
    public List<StoredEvent> events(StateKey key, long after, int limit) throws StoreException {
        return list(
                "read events: " + key,
                "select version, format, data, at from troupe_event where type = ? and key = ? and version > ?"
                        + " order by version limit ?",
                row -> new StoredEvent(row.getLong(1), row.getInt(2), row.getBytes(3), row.getLong(4)),
                key.type(),
                key.key(),
                after,
                limit);
    }

    @Override
    public boolean[] commit(List<StateWrite> writes) throws StoreException {
        Placed[] placed = new Placed[writes.size()];
        for (int i = 0; i < placed.length; i++) {
            placed[i] = new Placed(writes.get(i).key().shard(), i, writes.get(i));
        }
        Arrays.sort(placed, IN_ORDER);
        List<StateWrite> sorted = new ArrayList<>(placed.length);
        for (Placed each : placed) {
            sorted.add(each.write);
        }
        boolean[] saved = told(
                "commit: rows=" + placed.length,
                () -> connections.withReserved(connection -> commits.save(connection, sorted)));
        boolean[] stored = new boolean[placed.length];
        for (int i = 0; i < saved.length; i++) {
            stored[placed[i].place] = saved[i];
        }
        return stored;
    }

    @Override
    public List<String> callIds(StateKey key, int limit) throws StoreException {
        return list(
                "read the calls of an actor: " + key,
                "select id from troupe_call where type = ? and key = ? limit ?",
                row -> row.getString(1),
                key.type(),
                key.key(),
                limit);
    }

    @Override
    public @Nullable StoredCall call(StateKey key, String id) throws StoreException {
        return first(list(
                "read a call: " + key + ", id=" + id,
                "select id, method, reply, expires from troupe_call where type = ? and key = ? and id = ?",
                row -> new StoredCall(row.getString(1), row.getString(2), row.getBytes(3), row.getLong(4)),
                key.type(),
                key.key(),
                id));
    }

    @Override
    public int expireCalls(long now, int limit) throws StoreException {
        return with("forget calls", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(dialect.expireCalls())) {
                delete.setLong(1, now);
                delete.setInt(2, limit);
                return delete.executeUpdate();
            }
        });
    }

    @Override
    public List<StoredEffect> effects(long after, int limit) throws StoreException {
        return list(
                "read effects",
                EFFECTS + " where id > ? and tries < " + StoredEffect.MOST_TRIES + MINE + " order by id limit ?",
                SqlStore::effect,
                after,
                owner,
                limit);
    }

    @Override
    public List<StoredEffect> effects(StateKey from, StateKey to, long after, int limit) throws StoreException {
        return list(
                "read effects: " + from,
                EFFECTS + " where from_type = ? and from_key = ? and to_type = ? and to_key = ? and id > ? and tries < "
                        + StoredEffect.MOST_TRIES + " order by id limit ?",
                SqlStore::effect,
                from.type(),
                from.key(),
                to.type(),
                to.key(),
                after,
                limit);
    }

    @Override
    public long deadEffects() throws StoreException {
        Long count = first(list(
                "count effects",
                "select count(*) from troupe_outbox where tries >= " + StoredEffect.MOST_TRIES,
                row -> row.getLong(1)));
        return count == null ? 0 : count;
    }

    @Override
    public int requeueEffects(int limit) throws StoreException {
        return with("requeue effects", connection -> {
            connection.setAutoCommit(false);
            boolean done = false;
            try (Statement statement = connection.createStatement()) {
                String dead = " from troupe_outbox where id in (select id from troupe_outbox where tries >= "
                        + StoredEffect.MOST_TRIES + " order by id limit " + limit + ")";
                int rows = statement.executeUpdate("insert into troupe_outbox (shard, from_type, from_key, sequence,"
                        + " to_type, to_key, method, arguments, tries, next) select shard, from_type, from_key,"
                        + " sequence, to_type, to_key, method, arguments, 0, 0" + dead + " order by id");
                statement.executeUpdate("delete" + dead);
                connection.commit();
                done = true;
                return rows;
            } finally {
                if (!done) {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            }
        });
    }

    @Override
    public List<StoredReminder> reminders(long now, int limit) throws StoreException {
        return list(
                "read reminders",
                REMINDERS + " where at <= ?" + MINE + " order by at limit ?",
                SqlStore::reminder,
                now,
                owner,
                limit);
    }

    @Override
    public long nextReminder(long after) throws StoreException {
        Long next = first(list(
                "read reminders",
                "select at from troupe_remind where at > ?" + MINE + " order by at limit 1",
                row -> row.getLong(1),
                after,
                owner));
        return next == null ? Long.MAX_VALUE : next;
    }

    static StoredReminder reminder(ResultSet row) throws SQLException {
        return new StoredReminder(
                new StateKey(row.getString(1), row.getString(2)),
                row.getString(3),
                row.getLong(4),
                row.getLong(5),
                row.getString(6),
                row.getBytes(7),
                row.getLong(8),
                row.getInt(9));
    }

    static StoredEffect effect(ResultSet row) throws SQLException {
        return new StoredEffect(
                row.getLong(1),
                new StateKey(row.getString(2), row.getString(3)),
                row.getLong(4),
                new StateKey(row.getString(5), row.getString(6)),
                row.getString(7),
                row.getBytes(8),
                row.getInt(9),
                row.getLong(10));
    }

    static <T> @Nullable T first(List<T> rows) {
        return rows.isEmpty() ? null : rows.get(0);
    }

    <T> List<T> list(String what, String sql, Row<T> row, Object... parameters) throws StoreException {
        return with(what, connection -> {
            List<T> all = new ArrayList<>();
            try (PreparedStatement read = connection.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    read.setObject(i + 1, parameters[i]);
                }
                try (ResultSet rows = read.executeQuery()) {
                    while (rows.next()) {
                        all.add(row.of(rows));
                    }
                }
            }
            return all;
        });
    }

    private <T> T with(String what, Connections.Query<T> query) throws StoreException {
        return told(what, () -> connections.with(query));
    }

    <T> T admitting(String what, Connections.Query<T> query) throws StoreException {
        return told(what, () -> admissions.with(query));
    }

    private static <T> T told(String what, Use<T> use) throws StoreException {
        try {
            return use.run();
        } catch (SQLException e) {
            throw new StoreException("a database must be able to " + what + ", cause=" + SqlCause.of(e), e);
        }
    }

    @Override
    public void close() {
        connections.close();
        admissions.close();
    }

    /**
     * A write to be sorted.
     *
     * @param shard of its key, which is a hash
     * @param place among the others
     */
    private record Placed(int shard, int place, StateWrite write) {}

    interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    private interface Use<T> {
        T run() throws SQLException;
    }
}
