// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import io.troupe.cluster.registry.ShardRow;
import java.util.BitSet;
import java.util.Collection;

/**
 * The store as one of several members has it: refuses writes of shards that are not admitted, and of those that somebody else has
 * had since. One thread admits and dismisses; the store is used as its port says.
 */
public interface MemberStore {
    /** The store. */
    StateStore store();

    /**
     * Lets the member write states of these shards, and whoever had them with a lower epoch not any more. Waits for the database.
     *
     * @param rows of shards that belong to the member by its registry
     * @return the shards that it may serve; the others have a higher epoch in this database
     * @throws StoreException if it is not known
     */
    BitSet admit(Collection<ShardRow> rows) throws StoreException;

    /** Refuses writes of these shards from now on: they are given away. */
    void dismiss(BitSet shards);
}
