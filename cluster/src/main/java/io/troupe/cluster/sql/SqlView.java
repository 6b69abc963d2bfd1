// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredEffect;
import io.troupe.cluster.store.StoredReminder;
import io.troupe.cluster.store.StoredState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A database of a cluster for those who look: takes no shard over, makes no table and no file, and waits for no lock of a
 * member. Any thread.
 */
public final class SqlView implements AutoCloseable {
    private final SqlStore store;
    private final @Nullable Registry registry;

    private SqlView(SqlStore store, @Nullable Registry registry) {
        this.store = store;
        this.registry = registry;
    }

    /**
     * A state and what is known of it.
     *
     * @param state as it was stored
     * @param epoch of its shard when it was
     * @param changed when it was, in milliseconds of the epoch by the clock of the database
     */
    public record StateRow(StoredState state, long epoch, long changed) {}

    /**
     * Opens a database. Waits for it.
     *
     * @param source of connections
     * @throws StoreException if it cannot be read
     * @throws IllegalStateException if it has no tables of a cluster, or those of another version
     */
    public static SqlView open(ConnectionSource source) throws StoreException {
        SqlStore store = SqlStore.existing(source);
        return new SqlView(store, SqlRegistry.existing(source));
    }

    /**
     * The same of a file of SQLite that is there.
     *
     * @throws StoreException if it cannot be read
     * @throws IllegalArgumentException if there is none, or it is on a network file system
     * @throws IllegalStateException if it has no tables of a cluster, or those of another version
     */
    public static SqlView open(Path file) throws StoreException {
        return open(StateFile.existing(file));
    }

    /** The statements that make all tables in an empty database, in order. */
    public static List<String> schema(boolean sqlite) {
        Dialect dialect = sqlite ? new SqliteDialect() : new PostgresDialect();
        List<String> all = new ArrayList<>(dialect.schema());
        all.addAll(RegistrySchema.TABLES);
        return all;
    }

    /** Its members and shards; null if the tables are those of a process alone. */
    public @Nullable Registry registry() {
        return registry;
    }

    /**
     * All shards as commits check them.
     *
     * @throws StoreException if they cannot be read now
     */
    public List<ShardRow> shards() throws StoreException {
        return store.list(
                "read shards",
                "select no, owner, epoch from troupe_shard order by no",
                row -> new ShardRow(row.getInt(1), row.getLong(2), row.getLong(3), 0));
    }

    /**
     * The state of a key; null if there is none.
     *
     * @throws StoreException if it cannot be read now
     */
    public @Nullable StateRow state(StateKey key) throws StoreException {
        return SqlStore.first(store.list(
                "read a state: " + key,
                "select version, format, data, epoch, changed from troupe_state where type = ? and key = ?",
                row -> new StateRow(
                        new StoredState(row.getLong(1), row.getInt(2), row.getBytes(3)),
                        row.getLong(4),
                        row.getLong(5)),
                key.type(),
                key.key()));
    }

    /**
     * Reminders, the earliest first.
     *
     * @param type of the actors; null: all
     * @param key of the actors; null: all
     * @param by in milliseconds of the epoch: only those that are due by then
     * @param limit most that are wanted
     * @throws StoreException if they cannot be read now
     */
    public List<StoredReminder> reminders(@Nullable String type, @Nullable String key, long by, int limit)
            throws StoreException {
        List<Object> parameters = new ArrayList<>(List.of(by));
        StringBuilder where = new StringBuilder(" where due <= ?");
        if (type != null) {
            where.append(" and type = ?");
            parameters.add(type);
        }
        if (key != null) {
            where.append(" and key = ?");
            parameters.add(key);
        }
        parameters.add(limit);
        return store.list(
                "read reminders",
                SqlStore.REMINDERS + where + " order by due, type, key, name limit ?",
                SqlStore::reminder,
                parameters.toArray());
    }

    /**
     * Calls that have not been answered, in order of their ids.
     *
     * @param dead only those that were given up
     * @param limit most that are wanted
     * @throws StoreException if they cannot be read now
     */
    public List<StoredEffect> effects(boolean dead, int limit) throws StoreException {
        return store.list(
                "read effects",
                SqlStore.EFFECTS + " where tries >= ? order by id limit ?",
                SqlStore::effect,
                dead ? StoredEffect.MOST_TRIES : 0,
                limit);
    }

    /**
     * Gives calls that were given up another chance.
     *
     * @param limit most that get it
     * @return how many have
     * @throws StoreException if it is not known
     */
    public int requeueEffects(int limit) throws StoreException {
        return store.requeueEffects(limit);
    }

    @Override
    public void close() {
        store.close();
        if (registry != null) {
            registry.close();
        }
    }
}
