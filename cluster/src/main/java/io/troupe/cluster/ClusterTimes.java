// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import java.time.Duration;

/**
 * How patient a member of a cluster is. Immutable.
 *
 * @param lease for how long a member is alive after a sign of life, from 3 to 60 seconds: a process that stands still is
 *     replaced after it, and one that cannot reach the database serves nothing after nine tenths of it. It is renewed five times
 *     in this time
 * @param joinDelay how long a new member waits for others that join, so that actors move once; from zero to 5 minutes
 * @param drain longest time of leaving, from zero to an hour; what is left then is taken over as from a dead member
 */
public record ClusterTimes(Duration lease, Duration joinDelay, Duration drain) {
    /**
     * Checks the ranges.
     *
     * @param lease from 3 to 60 seconds
     * @param joinDelay from zero to 5 minutes
     * @param drain from zero to an hour
     * @throws IllegalArgumentException if a time is out of its range
     */
    public ClusterTimes {
        check("lease", lease, Duration.ofSeconds(3), Duration.ofSeconds(60), "3 to 60 seconds");
        check("joinDelay", joinDelay, Duration.ZERO, Duration.ofMinutes(5), "zero to 5 minutes");
        check("drain", drain, Duration.ZERO, Duration.ofHours(1), "zero to an hour");
    }

    private static void check(String name, Duration value, Duration least, Duration most, String range) {
        if (value == null || value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + " must be from " + range + ": " + name + "=" + value);
        }
    }

    /** {@return a lease of 10 s, 5 s for others that join, 60 s for leaving} */
    public static ClusterTimes defaults() {
        return new ClusterTimes(Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ofSeconds(60));
    }
}
