// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import java.time.Duration;

/**
 * How patient a member is.
 *
 * @param lease what each renewal gives, as the registry was told
 * @param margin by which it stops serving before the end of the lease
 * @param joinDelay how long it waits for others who join, so that shards move once
 */
record MemberTimes(Duration lease, Duration margin, Duration joinDelay) {
    /** 10 s, 1 s and 5 s. */
    static MemberTimes defaults() {
        return new MemberTimes(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(5));
    }
}
