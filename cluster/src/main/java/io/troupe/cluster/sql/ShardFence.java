// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.Shards;
import io.troupe.cluster.store.MemberStore;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Keeps a member from writing states of shards that are not its own any more. The member admits the shards that its registry
 * says it has, before it serves them; each commit then checks owner and epoch in the row of the shard, where it writes. With
 * a registry in the same database the rows are there already; with another one they follow here, and only forward. One
 * thread admits and dismisses; the store is used as its port says.
 */
public final class ShardFence implements MemberStore {
    private static final String POSTGRES_RAISE = "update troupe_shard s set owner = ?, epoch = w.epoch"
            + " from unnest(string_to_array(?, ',')::int[], string_to_array(?, ',')::bigint[]) as w (no, epoch)"
            + " where s.no = w.no and s.epoch < w.epoch";

    private static final String SQLITE_RAISE = "update troupe_shard as s set owner = ?, epoch = w.epoch"
            + " from (select n.value as no, e.value as epoch from json_each('[' || ? || ']') n"
            + " join json_each('[' || ? || ']') e on e.key = n.key) as w"
            + " where s.no = w.no and s.epoch < w.epoch";

    private final long member;
    private final SqlStore store;

    /**
     * Written by the thread that admits, read by the one that commits. A write is made after its shard was admitted, and its way through
     * the queue of the committer orders the two. A read that races with a later change sees the old epoch or the new one: the row decides.
     */
    private final long[] epochs;

    private ShardFence(long member, SqlStore store, long[] epochs) {
        this.member = member;
        this.store = store;
        this.epochs = epochs;
    }

    /**
     * Opens the store of a member, which has no shard yet. Waits for the database.
     *
     * @param source of connections
     * @param member its id
     * @throws StoreException if the database cannot be used
     */
    public static ShardFence open(ConnectionSource source, long member) throws StoreException {
        long[] epochs = new long[Shards.COUNT];
        return new ShardFence(member, SqlStore.of(source, member, epochs), epochs);
    }

    @Override
    public StateStore store() {
        return store;
    }

    @Override
    public BitSet admit(Collection<ShardRow> rows) throws StoreException {
        Map<Integer, Long> wanted = new HashMap<>();
        rows.stream().filter(row -> row.owner() == member).forEach(row -> wanted.put(row.no(), row.epoch()));
        Map<Integer, Long> mine = store.admitting(
                "admit shards: member=" + MemberInfo.idText(member) + ", shards=" + wanted.size(),
                connection -> mine(connection, wanted));
        BitSet admitted = new BitSet(Shards.COUNT);
        for (Map.Entry<Integer, Long> each : wanted.entrySet()) {
            if (each.getValue().equals(mine.get(each.getKey()))) {
                epochs[each.getKey()] = each.getValue();
                admitted.set(each.getKey());
            }
        }
        return admitted;
    }

    @Override
    public void dismiss(BitSet shards) {
        shards.stream().forEach(shard -> epochs[shard] = 0);
    }

    /** The epochs of the shards that are the member's, raised to those that it wants where they are lower. */
    private Map<Integer, Long> mine(Connection connection, Map<Integer, Long> wanted) throws SQLException {
        Map<Integer, Long> mine = mine(connection);
        if (mine.entrySet().containsAll(wanted.entrySet())) {
            return mine;
        }
        raise(connection, wanted);
        return mine(connection);
    }

    private void raise(Connection connection, Map<Integer, Long> wanted) throws SQLException {
        String numbers = wanted.keySet().stream().map(String::valueOf).collect(Collectors.joining(","));
        String values = wanted.values().stream().map(String::valueOf).collect(Collectors.joining(","));
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        RegistrySchema.update(
                connection, product.equals("sqlite") ? SQLITE_RAISE : POSTGRES_RAISE, member, numbers, values);
    }

    private Map<Integer, Long> mine(Connection connection) throws SQLException {
        Map<Integer, Long> mine = new HashMap<>();
        try (PreparedStatement read =
                connection.prepareStatement("select no, epoch from troupe_shard where owner = ?")) {
            read.setLong(1, member);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    mine.put(rows.getInt(1), rows.getLong(2));
                }
            }
        }
        return mine;
    }
}
