// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time in which a member may serve its shards. It ends a margin earlier than in the store, counted from before the
 * statement that renewed it. Both clocks count, and the earlier end wins: the monotonic clock of a suspended machine
 * stands still, its wall clock has gone on. One thread renews; any thread asks.
 */
final class Lease {
    private final LongSupplier nanoClock;
    private final LongSupplier milliClock;
    private final long nanos;
    private final long millis;

    // Two words, not one object: a reader that sees one of them new and the other old sees the earlier end, never a
    // later one.
    private volatile long endNanos;
    private volatile long endMillis;

    private volatile boolean ended;

    /**
     * A lease that has not begun.
     *
     * @param clock of this member
     * @param lease what each renewal adds in the store
     * @param margin by which the member stops earlier, less than the lease
     * @throws IllegalArgumentException if the margin is negative or as long as the lease
     */
    Lease(Clock clock, Duration lease, Duration margin) {
        this(clock::nanos, clock::millis, lease, margin);
    }

    Lease(LongSupplier nanoClock, LongSupplier milliClock, Duration lease, Duration margin) {
        if (margin.isNegative() || margin.compareTo(lease) >= 0) {
            throw new IllegalArgumentException(
                    "the margin must be shorter than the lease: margin=" + margin + ", lease=" + lease);
        }
        this.nanoClock = nanoClock;
        this.milliClock = milliClock;
        this.nanos = lease.minus(margin).toNanos();
        this.millis = lease.minus(margin).toMillis();
        this.endNanos = nanoClock.getAsLong();
        this.endMillis = milliClock.getAsLong();
    }

    /**
     * The time before a statement that will renew the lease.
     *
     * @param nanos monotonic
     * @param millis of the wall clock
     */
    record Start(long nanos, long millis) {}

    /** Now: to be taken before the statement is sent. */
    Start start() {
        return new Start(nanoClock.getAsLong(), milliClock.getAsLong());
    }

    /**
     * The store has renewed the lease. One that has {@link #end() ended} stays so.
     *
     * @param start taken before the statement was sent
     */
    void renewed(Start start) {
        // Monotonic ends only grow: an answer that comes late changes nothing.
        if (start.nanos() + nanos - endNanos > 0) {
            endMillis = start.millis() + millis;
            endNanos = start.nanos() + nanos;
        }
    }

    /** Ends it for good: the member is dead, or has left. */
    void end() {
        ended = true;
    }

    /** Whether the member may serve now. */
    boolean isHeld() {
        return !ended && nanoClock.getAsLong() - endNanos < 0 && milliClock.getAsLong() < endMillis;
    }

    /** What is left of it, or zero. */
    Duration left() {
        if (!isHeld()) {
            return Duration.ZERO;
        }
        Duration monotonic = Duration.ofNanos(endNanos - nanoClock.getAsLong());
        Duration wall = Duration.ofMillis(endMillis - milliClock.getAsLong());
        Duration left = monotonic.compareTo(wall) < 0 ? monotonic : wall;
        return left.isNegative() ? Duration.ZERO : left;
    }
}
