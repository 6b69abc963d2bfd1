// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import java.time.Duration;
import java.util.List;

/**
 * A member of a cluster, as it was when it was read. Immutable.
 *
 * @param id of one start of it, never used again: 16 hexadecimal digits
 * @param name one per living member
 * @param address where links to it go
 * @param version of its program, or empty
 * @param roles what it is for
 * @param status of its life
 * @param proven whether it was fenced: others, or an operator, have said that it is dead
 * @param leaseLeft by the clock of the store; zero or less: it is over, and others may bury it
 * @param shards how many it owns, also when it is gone and nobody has taken them over yet
 */
public record MemberView(
        String id,
        String name,
        String address,
        String version,
        List<String> roles,
        Status status,
        boolean proven,
        Duration leaseLeft,
        int shards) {
    /** The life of a member. It only goes forward. */
    public enum Status {
        /** It waits for others who join at the same time, and has no shards yet. */
        JOINING,
        /** It gets its share of the shards. */
        ACTIVE,
        /** It gives its shards away. */
        LEAVING,
        /** It has left, or is dead; for good. */
        GONE
    }

    /**
     * Copies the roles.
     *
     * @param id of one start of it, never used again: 16 hexadecimal digits
     * @param name one per living member
     * @param address where links to it go
     * @param version of its program, or empty
     * @param roles what it is for
     * @param status of its life
     * @param proven whether it was fenced: others, or an operator, have said that it is dead
     * @param leaseLeft by the clock of the store; zero or less: it is over, and others may bury it
     * @param shards how many it owns, also when it is gone and nobody has taken them over yet
     */
    public MemberView {
        roles = List.copyOf(roles);
    }

    /** {@return whether it may come back to work: it is not gone} */
    public boolean isLiving() {
        return status != Status.GONE;
    }
}
