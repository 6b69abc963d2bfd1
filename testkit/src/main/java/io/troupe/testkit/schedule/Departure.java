// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.Objects;

/**
 * An event that waits: in a small failing schedule all events happen in the order in which they become possible, but for a few
 * that wait until a number of others have happened.
 *
 * @param key of the event, the same in every run of the test
 * @param rank how many events happen before, as long as others are possible; 0 or more
 * @param name of the event, for people
 */
public record Departure(long key, long rank, String name) {
    /**
     * Checks the ranges.
     *
     * @param key any
     * @param rank 0 or more
     * @param name not null
     * @throws IllegalArgumentException if the rank is negative
     */
    public Departure {
        Objects.requireNonNull(name, "name");
        if (rank < 0) {
            throw new IllegalArgumentException("rank must be 0 or more: rank=" + rank + ", name=" + name);
        }
    }
}
