// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commits of one owner to a file of SQLite. Whose a shard is, is read when the first of its states is written, and again only
 * after somebody else has changed the file: SQLite counts such changes per connection.
 *
 * <p>Invariant: {@link #known} are epochs of shards that were the owner's when {@link #connection} had seen {@link #changes}. The
 * number is read while the transaction keeps all other writers out, so nothing changes between the look and the commit. A commit
 * itself changes no shard.
 */
final class SqliteCommits implements Commits {
    /** What all rows of one transaction have in common. */
    private static final String LOOK = "select data_version, " + SqliteRegistry.NOW + " from pragma_data_version";

    private static final String OWNED = "select 1 from troupe_shard where no = ? and owner = ? and epoch = ?";

    private final long owner;
    private final long[] epochs;
    private final long[] known = new long[StateKey.SHARDS]; // 0: not known

    private @Nullable Connection connection;
    private long changes;

    SqliteCommits(long owner, long[] epochs) {
        this.owner = owner;
        this.epochs = epochs;
    }

    @Override
    public boolean[] save(Connection present, List<StateWrite> writes) throws SQLException {
        boolean[] saved = new boolean[writes.size()];
        SqliteChange.run(present, () -> {
            long now = look(present);
            try (SqliteSave save = new SqliteSave(present, now);
                    PreparedStatement owned = present.prepareStatement(OWNED)) {
                for (int i = 0; i < saved.length; i++) {
                    StateWrite write = writes.get(i);
                    int shard = write.key().shard();
                    long epoch = epochs[shard]; // once: another thread may change it
                    saved[i] = isOwned(owned, shard, epoch) && save.save(write, shard, epoch);
                }
            }
            return true;
        });
        return saved;
    }

    /** Forgets what may have changed; returns the time. */
    private long look(Connection present) throws SQLException {
        try (Statement statement = present.createStatement();
                ResultSet row = statement.executeQuery(LOOK)) {
            row.next();
            long found = row.getLong(1);
            if (present != connection || found != changes) {
                Arrays.fill(known, 0);
                connection = present;
                changes = found;
            }
            return row.getLong(2);
        }
    }

    private boolean isOwned(PreparedStatement owned, int shard, long epoch) throws SQLException {
        if (epoch != 0 && known[shard] == epoch) {
            return true;
        }
        owned.setInt(1, shard);
        owned.setLong(2, owner);
        owned.setLong(3, epoch);
        try (ResultSet found = owned.executeQuery()) {
            if (!found.next()) {
                return false;
            }
        }
        known[shard] = epoch;
        return true;
    }
}
