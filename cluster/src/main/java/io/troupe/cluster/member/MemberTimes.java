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
    private static final int BEATS = 5;
    private static final int MARGINS = 10;

    /**
     * Those that go with a lease: a tenth of it is the margin.
     *
     * @param lease what each renewal gives
     * @param joinDelay how long it waits for others who join
     */
    static MemberTimes of(Duration lease, Duration joinDelay) {
        return new MemberTimes(lease, lease.dividedBy(MARGINS), joinDelay);
    }

    /** From one renewal to the next. */
    Duration beat() {
        return lease.dividedBy(BEATS);
    }
}
