// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

/**
 * What a receiver says about one of its queues when it is under pressure: the contents of a NAK. A message counts the bytes of its
 * frame and {@link #PER_MESSAGE} besides.
 *
 * @param level 1 to 4: at least 50, 75, 87 or 99.5 % of the capacity
 * @param queued bytes waiting
 * @param capacity bytes that may wait, as seen by this sender
 * @param drainRate bytes per second that this sender's share of the receiver gets done
 */
public record QueuePressure(int level, long queued, long capacity, double drainRate) {
    /** Bytes that a message counts besides those of its frame: without contents it is work, and memory, all the same. */
    public static final int PER_MESSAGE = 64;

    /** Checks the ranges. */
    public QueuePressure {
        if (level < 1 || level > 4 || queued < 0 || capacity < 1 || !(drainRate >= 0)) {
            throw new IllegalArgumentException(
                    "pressure must have a level from 1 to 4, and numbers of 0 or more: level=" + level + ", queued="
                            + queued + ", capacity=" + capacity + ", drainRate=" + drainRate);
        }
    }

    /**
     * The same in another unit.
     *
     * @param factor of that unit in one of this, more than 0
     */
    public QueuePressure times(double factor) {
        return new QueuePressure(
                level, Math.round(queued * factor), Math.max(1, Math.round(capacity * factor)), drainRate * factor);
    }
}
