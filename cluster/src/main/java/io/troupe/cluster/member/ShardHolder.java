// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.Roster;
import io.troupe.cluster.registry.ShardRow;
import java.util.BitSet;
import java.util.List;

/** What serves the shards of a member. Called by the thread of the loop; must not wait. */
public interface ShardHolder {
    /** The member owns these shards: serve them, while the lease is held. */
    void serve(List<ShardRow> rows);

    /** Takes no new calls of these shards, commits what waits, and then calls {@link MemberThread#drained}. */
    void drain(BitSet shards);

    /** The member has lost these shards, without a chance to drain them: what has not been committed is void. */
    void drop(BitSet shards);

    /** The member has changed the registry, after it was {@link #seen}: other members are to be told. */
    default void changed() {}

    /**
     * The member has looked at the registry, with each of its heartbeats.
     *
     * @param roster what it knows now; of this thread, so not to be kept
     */
    default void seen(Roster roster) {}

    /**
     * The member has ended, for good.
     *
     * @param why in words, with its name
     */
    default void ended(String why) {}
}
