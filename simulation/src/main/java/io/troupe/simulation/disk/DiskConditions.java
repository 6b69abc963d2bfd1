// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.disk;

import io.troupe.simulation.delay.Delay;
import java.time.Duration;

/**
 * What a simulated disk is like. Immutable; every method returns a changed copy.
 *
 * @param latency how long a read, a write or a change of names takes
 * @param syncLatency how long a sync takes
 * @param errors probability that a read, write or sync fails, from 0 to 1
 * @param capacity bytes that all files of a disk may have together, 0 or more
 * @param readOnly whether all changes are refused
 */
public record DiskConditions(Delay latency, Delay syncLatency, double errors, long capacity, boolean readOnly) {
    private static final Delay USUAL_LATENCY = Delay.uniform(Duration.ofNanos(20_000), Duration.ofNanos(200_000));
    private static final Delay USUAL_SYNC = Delay.uniform(Duration.ofMillis(1), Duration.ofMillis(5));

    /**
     * Checks the ranges.
     *
     * @param latency any
     * @param syncLatency any
     * @param errors from 0 to 1
     * @param capacity 0 or more
     * @param readOnly either
     * @throws IllegalArgumentException if a value is out of its range
     */
    public DiskConditions {
        if (!(errors >= 0 && errors <= 1)) {
            throw new IllegalArgumentException("errors must be from 0 to 1: errors=" + errors);
        }
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity must not be negative: capacity=" + capacity);
        }
    }

    /** {@return a healthy disk without a limit: 20 to 200 microseconds, 1 to 5 milliseconds for a sync} */
    public static DiskConditions healthy() {
        return new DiskConditions(USUAL_LATENCY, USUAL_SYNC, 0, Long.MAX_VALUE, false);
    }

    /**
     * The same with another latency.
     *
     * @param newLatency of reads, writes and changes of names
     * @return a changed copy
     */
    public DiskConditions latency(Delay newLatency) {
        return new DiskConditions(newLatency, syncLatency, errors, capacity, readOnly);
    }

    /**
     * The same with another latency of syncs.
     *
     * @param newLatency of syncs
     * @return a changed copy
     */
    public DiskConditions syncLatency(Delay newLatency) {
        return new DiskConditions(latency, newLatency, errors, capacity, readOnly);
    }

    /**
     * The same with another share of failures. A write that fails may have happened in part. After a sync that has failed, what
     * it should have made durable is lost in the next crash whatever later syncs say, as with real systems.
     *
     * @param newErrors probability, from 0 to 1
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public DiskConditions errors(double newErrors) {
        return new DiskConditions(latency, syncLatency, newErrors, capacity, readOnly);
    }

    /**
     * The same with another capacity.
     *
     * @param newCapacity bytes, 0 or more
     * @return a changed copy
     * @throws IllegalArgumentException if it is negative
     */
    public DiskConditions capacity(long newCapacity) {
        return new DiskConditions(latency, syncLatency, errors, newCapacity, readOnly);
    }

    /**
     * The same, refusing changes or not.
     *
     * @param newReadOnly true refuses all changes
     * @return a changed copy
     */
    public DiskConditions readOnly(boolean newReadOnly) {
        return new DiskConditions(latency, syncLatency, errors, capacity, newReadOnly);
    }
}
