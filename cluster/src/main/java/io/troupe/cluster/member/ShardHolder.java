// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.ShardRow;
import java.util.BitSet;
import java.util.List;

/** What serves the shards of a member. Called by the thread of the loop; must not wait. */
interface ShardHolder {
    /** The member owns these shards: serve them, while the lease is held. */
    void serve(List<ShardRow> rows);

    /** Takes no new calls of these shards, commits what waits, and then calls {@link MemberLoop#drained}. */
    void drain(BitSet shards);

    /** The member has lost these shards, without a chance to drain them: what has not been committed is void. */
    void drop(BitSet shards);
}
