// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.store.StateKey;
import io.troupe.remoting.link.Link;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who owns which shard, as one member knows it, and how to reach the owners. A hint: the owner has the last word. Immutable. */
public final class RouteView {
    /** In the place of a member: there is none. */
    public static final long NOBODY = 0;

    private final long number;
    private final long self;
    private final long[] owners;
    private final boolean[] served;
    private final Map<Long, Link> links;

    /**
     * What a member knows.
     *
     * @param number of the view: later ones have larger numbers
     * @param self this member; {@link #NOBODY}: a client, which owns nothing
     * @param owners of the shards, as planned; copied
     * @param held shards that this member has claimed and not given away; copied
     * @param links to other members
     */
    public RouteView(long number, long self, long[] owners, BitSet held, Map<Long, Link> links) {
        if (owners.length != StateKey.SHARDS) {
            throw new IllegalArgumentException("each shard must have an owner: shards=" + owners.length);
        }
        this.number = number;
        this.self = self;
        this.owners = owners.clone();
        this.links = Map.copyOf(links);
        this.served = new boolean[owners.length];
        for (int i = 0; i < owners.length; i++) {
            served[i] = self != NOBODY && owners[i] == self && held.get(i);
        }
    }

    /** Larger in later views. */
    public long number() {
        return number;
    }

    /** This member. */
    public long self() {
        return self;
    }

    /** The planned owner of a shard. */
    public long owner(int shard) {
        return owners[shard];
    }

    /** Whether this member executes calls of a shard: it is planned to, and has claimed it. */
    public boolean serves(int shard) {
        return served[shard];
    }

    /** The link to a member, or null. */
    @Nullable
    Link link(long member) {
        return links.get(member);
    }

    /** All links. */
    Iterable<Link> links() {
        return links.values();
    }

    @Override
    public String toString() {
        return "RouteView[number=" + number + ", self=" + self + ", links=" + links.keySet() + "]";
    }
}
