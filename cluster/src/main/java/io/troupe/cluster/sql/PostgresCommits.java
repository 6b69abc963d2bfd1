// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The commits of one owner. As a rule a commit locks one row, that of the owner, and not one per shard: the row has the number of
 * the last transaction by which shards of the owner became somebody else's. Whoever changes rows of shards sets it in the same
 * transaction, by a trigger. An owner without shards needs no row, as commits look at the rows of shards then.
 *
 * <p>Invariant: {@link #known} are epochs of shards that were the owner's when its number was {@link #losses}. Both were read
 * by one statement. While the number is the same, they are the owner's still: numbers of transactions do not come again, so a
 * row that was removed and made again has another one.
 *
 * <p>Races: a claim that has raised the number makes a commit wait for the lock, and then find another number, as a row is
 * looked at again after waiting. A commit that has the lock makes the claim wait before its end, so who reads a state after the
 * claim sees the commit. Then, and for shards that are new, commits lock the rows of the shards, which decide.
 */
final class PostgresCommits implements Commits {
    /** In the place of a number. */
    private static final long UNKNOWN = -1;

    /**
     * In the order of ids, so two changes do not wait for each other. Rows of those who have no shard any more are removed by a
     * later change, unless somebody just looks at them: an owner that makes its row meanwhile must find that of this change.
     */
    private static final String LOST =
            "create or replace function troupe_shard_lost() returns trigger language plpgsql set search_path from current"
                    + " as $$ begin"
                    + " insert into troupe_owner as o select distinct owner, txid_current() from lost where owner <> 0 order by owner"
                    + " on conflict (id) do update set losses = excluded.losses;"
                    + " delete from troupe_owner where id in (select o.id from troupe_owner o where not exists"
                    + " (select 1 from troupe_shard s where s.owner = o.id)"
                    + " and o.id not in (select owner from lost) order by o.id for update skip locked);"
                    + " return null; end $$";

    static final List<String> SCHEMA = List.of(
            "create table troupe_owner (id bigint primary key, losses bigint not null) with (fillfactor = 50)",
            LOST,
            "create trigger troupe_shard_lost after update on troupe_shard referencing old table as lost"
                    + " for each statement execute function troupe_shard_lost()");

    private static final String LOOK = "select o.losses, s.no, s.epoch from troupe_owner o"
            + " left join troupe_shard s on s.owner = o.id where o.id = ?";

    /** Without its trigger nobody sets the number. */
    private static final String COUNTS =
            "select to_regclass('troupe_owner') is not null and exists (select 1 from pg_trigger"
                    + " where tgrelid = to_regclass('troupe_shard') and tgname = 'troupe_shard_lost' and tgenabled in ('O', 'A'))";

    /** Waits for a change that makes the row, too. Who has no shard gets none. */
    private static final String BEGIN = "insert into troupe_owner select ?, txid_current() where exists"
            + " (select 1 from troupe_shard where owner = ?) on conflict do nothing";

    /** Whether rows of owners are removed. */
    private static final String FORGETS = "select exists (select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid"
            + " where t.tgrelid = to_regclass('troupe_shard') and t.tgname = 'troupe_shard_lost'"
            + " and p.prosrc like '%delete from troupe_owner%')";

    private static final int MOST_CONNECTIONS = 8;

    private final long owner;
    private final long[] epochs;

    /** Those of which it is known that they lead to a database with that number. */
    private final Set<Connection> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private long[] known = {};
    private long losses = UNKNOWN;

    /** Whether the database has rows of owners: one that was made by an earlier version does not. */
    private boolean counts = true;

    PostgresCommits(long owner, long[] epochs) {
        this.owner = owner;
        this.epochs = epochs;
    }

    @Override
    public boolean[] save(Connection connection, List<StateWrite> writes) throws SQLException {
        if (counts && (losses == UNKNOWN || !seen.contains(connection))) {
            look(connection);
        }
        if (losses != UNKNOWN && areKnown(writes)) {
            boolean[] saved = new PostgresSave(connection, writes, owner).ofOwner(losses, known);
            if (anyOf(saved)) {
                return saved; // the others have newer versions
            }
        }
        losses = UNKNOWN;
        return new PostgresSave(connection, writes, owner).ofShards(epochs);
    }

    private boolean areKnown(List<StateWrite> writes) {
        for (StateWrite write : writes) {
            int shard = write.key().shard();
            if (known[shard] == 0 || known[shard] != epochs[shard]) {
                return false;
            }
        }
        return true;
    }

    private static boolean anyOf(boolean[] saved) {
        for (boolean each : saved) {
            if (each) {
                return true;
            }
        }
        return false;
    }

    /** Also for each new connection: the database may be a copy that has not got the latest changes. */
    private void look(Connection connection) throws SQLException {
        losses = UNKNOWN;
        if (!isTrue(connection, COUNTS)) {
            counts = false;
        } else if (!read(connection)) {
            RegistrySchema.update(connection, BEGIN, owner, owner);
            read(connection);
        }
        if (seen.size() == MOST_CONNECTIONS) {
            seen.clear();
        }
        seen.add(connection);
    }

    /** What a database of this version lacks that an earlier release has made. */
    static List<String> missing(Connection connection) throws SQLException {
        if (!isTrue(connection, "select to_regclass('troupe_owner') is not null")) {
            return SCHEMA;
        }
        return isTrue(connection, FORGETS) ? List.of() : List.of(LOST);
    }

    private static boolean isTrue(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            return found.next() && found.getBoolean(1);
        }
    }

    private boolean read(Connection connection) throws SQLException {
        long[] found = new long[StateKey.SHARDS];
        long number = UNKNOWN;
        try (PreparedStatement look = connection.prepareStatement(LOOK)) {
            look.setLong(1, owner);
            try (ResultSet rows = look.executeQuery()) {
                while (rows.next()) {
                    number = rows.getLong(1);
                    int shard = rows.getInt(2);
                    if (!rows.wasNull()) {
                        found[shard] = rows.getLong(3);
                    }
                }
            }
        }
        known = found;
        losses = number;
        return number != UNKNOWN;
    }
}
