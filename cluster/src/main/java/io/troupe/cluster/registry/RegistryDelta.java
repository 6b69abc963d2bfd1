// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

import java.util.List;

/**
 * What has changed between two views.
 *
 * @param view number up to which it is complete
 * @param members that have changed, in their present state
 * @param shards that have changed, likewise
 */
public record RegistryDelta(long view, List<MemberRow> members, List<ShardRow> shards) {
    /** Copies the lists. */
    public RegistryDelta {
        members = List.copyOf(members);
        shards = List.copyOf(shards);
    }
}
