// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

/** The life of a member. It only goes forward. */
public enum MemberStatus {
    /** It waits for others who join at the same time, and has no shards yet. */
    JOINING,

    /** It gets its share of the shards. Only one that hosts something comes so far. */
    ACTIVE,

    /** It gives its shards away. */
    LEAVING,

    /** It has left, or is dead; for good. */
    GONE;

    /** Whether others must leave its shards to it. */
    public boolean isLiving() {
        return this != GONE;
    }
}
