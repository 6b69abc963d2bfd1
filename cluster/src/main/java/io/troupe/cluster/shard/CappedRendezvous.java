// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.shard;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Who should own which shard, by rendezvous hashing with a cap: each shard goes to the member with the highest score that is
 * not full. The result depends on the members alone, so all that know the same members agree, on every machine.
 */
public final class CappedRendezvous {
    /** The most that a member gets, in percent of its fair share. */
    static final int CAP_PERCENT = 115;

    private CappedRendezvous() {}

    /**
     * Owners of all shards.
     *
     * @param candidates with different ids, in any order
     * @return the id of the owner by number of the shard; 0 for all if there is no candidate
     * @throws IllegalArgumentException if an id appears twice
     */
    public static long[] owners(Collection<Candidate> candidates) {
        List<Candidate> sorted = candidates.stream()
                .sorted(Comparator.comparingLong(Candidate::id))
                .toList();
        int size = sorted.size();
        long[] ids = new long[size];
        long[] seeds = new long[size];
        int[] weights = new int[size];
        long sum = 0;
        for (int i = 0; i < size; i++) {
            ids[i] = sorted.get(i).id();
            seeds[i] = mix(ids[i]);
            weights[i] = sorted.get(i).weight();
            sum += weights[i];
            if (i > 0 && ids[i] == ids[i - 1]) {
                throw new IllegalArgumentException("a member must be a candidate once: id=" + ids[i]);
            }
        }
        boolean isEven = sorted.stream().mapToInt(Candidate::weight).distinct().count() <= 1;
        int[] room = new int[size];
        for (int i = 0; i < size; i++) {
            room[i] = cap(weights[i], sum);
        }
        long[] owners = new long[Shards.COUNT];
        for (int shard = 0; size > 0 && shard < owners.length; shard++) {
            int best = best(mix(shard), seeds, weights, room, isEven);
            room[best]--;
            owners[shard] = ids[best];
        }
        return owners;
    }

    /** The most shards of a member: its fair share and 15 %, rounded up; so together there is always room. */
    static int cap(int weight, long sumOfWeights) {
        long dividend = (long) CAP_PERCENT * Shards.COUNT * weight;
        long divisor = 100 * sumOfWeights;
        return (int) ((dividend + divisor - 1) / divisor);
    }

    /** The place of the highest score among those that are not full. */
    private static int best(long salt, long[] seeds, int[] weights, int[] room, boolean isEven) {
        int best = -1;
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < seeds.length; i++) {
            if (room[i] > 0) {
                long hash = mix(seeds[i] ^ salt) >>> 11;
                double score = isEven ? hash : score(hash, weights[i]);
                if (best < 0 || score > highest) {
                    best = i;
                    highest = score;
                }
            }
        }
        return best;
    }

    /**
     * Wins in proportion to the weight, and grows with the hash: among equal weights the hash alone decides. StrictMath: two
     * machines must not differ in the last bit.
     *
     * @param hash 53 bits
     */
    private static double score(long hash, int weight) {
        double uniform = (hash + 0.5) * 0x1p-53;
        return -weight / StrictMath.log(uniform);
    }

    /** The finalizer of SplitMix64. */
    private static long mix(long value) {
        long mixed = value + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
