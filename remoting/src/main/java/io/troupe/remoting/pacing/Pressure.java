// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/**
 * What a receiver says about one of its queues when it is under pressure: the contents of a NAK.
 *
 * @param level 1 to 4: at least 50, 75, 87 or 99.5 % of the capacity
 * @param queued messages waiting
 * @param capacity messages that may wait, as seen by this sender
 * @param drainRate messages per second that this sender's share of the receiver gets done
 */
public record Pressure(int level, long queued, long capacity, double drainRate) {
    /** Checks the ranges. */
    public Pressure {
        if (level < 1 || level > 4 || queued < 0 || capacity < 1 || !(drainRate >= 0)) {
            throw new IllegalArgumentException(
                    "pressure must have a level from 1 to 4, and numbers of 0 or more: level=" + level + ", queued="
                            + queued + ", capacity=" + capacity + ", drainRate=" + drainRate);
        }
    }
}
