// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.shard;

/**
 * A member that may have shards.
 *
 * @param id of the member, not 0
 * @param weight its share of the shards beside those of others, from 1 to 1000
 */
public record Candidate(long id, int weight) {
    /** The largest weight. */
    public static final int HEAVIEST = 1000;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public Candidate {
        if (id == 0) {
            throw new IllegalArgumentException("the id of a member must not be 0: id=0");
        }
        if (weight < 1 || weight > HEAVIEST) {
            throw new IllegalArgumentException("weight must be from 1 to " + HEAVIEST + ": weight=" + weight);
        }
    }
}
