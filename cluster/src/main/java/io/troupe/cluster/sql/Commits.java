// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.store.StateWrite;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The commits of one owner of shards, one after the other. One thread at a time. */
@FunctionalInterface
interface Commits {
    /**
     * Stores writes, each only if its shard belongs to the owner with its epoch, in one transaction.
     *
     * @param writes one per key, in order of shard, type and key
     * @return which of them are stored
     */
    boolean[] save(Connection connection, List<StateWrite> writes) throws SQLException;
}
