// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.shard;

import java.util.BitSet;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * The next step of one member towards the wanted owners: what it claims, and what it gives to whom. All that it may claim is
 * in one step, as nobody serves it; of what it gives, {@value #STEP} shards at most, as each must be drained before.
 *
 * @param claims shards that nobody alive owns and this member should have
 * @param gives shards of this member that others should have, by the id of the receiver
 */
public record Plan(BitSet claims, SortedMap<Long, BitSet> gives) {
    /** Most shards that one step gives away. */
    public static final int STEP = 64;

    /**
     * Makes the step.
     *
     * @param me id of the member that acts
     * @param wanted owners by number of the shard, see {@link CappedRendezvous}; 0: nobody
     * @param owners the present ones, likewise
     * @param isDead whether a member is known to be dead, for good
     * @param receives whether a member may be given shards now
     * @return what to do; nothing is left when the owners are the wanted ones
     */
    public static Plan of(long me, long[] wanted, long[] owners, LongPredicate isDead, LongPredicate receives) {
        BitSet claims = new BitSet(wanted.length);
        SortedMap<Long, BitSet> gives = new TreeMap<>();
        int given = 0;
        for (int shard = 0; shard < wanted.length; shard++) {
            long owner = owners[shard];
            long next = wanted[shard];
            if (next == me && (owner == 0 || (owner != me && isDead.test(owner)))) {
                claims.set(shard);
            } else if (owner == me && next != me && next != 0 && given < STEP && receives.test(next)) {
                gives.computeIfAbsent(next, id -> new BitSet(wanted.length)).set(shard);
                given++;
            }
        }
        return new Plan(claims, Collections.unmodifiableSortedMap(gives));
    }

    /**
     * Checks what is given at once.
     *
     * @throws IllegalArgumentException if there are too many shards
     */
    public static void checkStep(BitSet given) {
        if (given.cardinality() > STEP) {
            throw new IllegalArgumentException(
                    "a step must give " + STEP + " shards at most: shards=" + given.cardinality());
        }
    }

    /** Whether there is nothing to do. */
    public boolean isEmpty() {
        return claims.isEmpty() && gives.isEmpty();
    }
}
