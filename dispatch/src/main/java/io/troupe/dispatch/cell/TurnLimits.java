// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

/**
 * How much one turn may do before others get theirs.
 *
 * @param messages most messages in a turn, at least 1
 * @param sliceNanos most time of a turn, callbacks included, in nanoseconds; at least 1. By the average cost of its messages
 *     a turn does no more than fits; whatever they cost, it ends with the message in which the slice, or a millisecond if
 *     that is more, is over. From {@link Long#MAX_VALUE} / 2 on there is no limit in time
 * @param callbacks most callbacks in a turn, at least 1
 * @param clock measures the slice
 */
public record TurnLimits(int messages, long sliceNanos, int callbacks, SliceClock clock) {
    private static final long UNLIMITED_NANOS = Long.MAX_VALUE / 2;

    /** 512 messages or 1 ms, and 256 callbacks. */
    public static final TurnLimits DEFAULT = new TurnLimits(512, 1_000_000, 256);

    /** Checks the ranges. */
    public TurnLimits {
        if (messages < 1) {
            throw new IllegalArgumentException("messages must be at least 1: messages=" + messages);
        }
        if (sliceNanos < 1) {
            throw new IllegalArgumentException("sliceNanos must be at least 1: sliceNanos=" + sliceNanos);
        }
        if (callbacks < 1) {
            throw new IllegalArgumentException("callbacks must be at least 1: callbacks=" + callbacks);
        }
    }

    /**
     * Limits by the clock of the process.
     *
     * @param messages most messages in a turn, at least 1
     * @param sliceNanos most time of a turn, in nanoseconds, at least 1
     * @param callbacks most callbacks in a turn, at least 1
     */
    public TurnLimits(int messages, long sliceNanos, int callbacks) {
        this(messages, sliceNanos, callbacks, sliceNanos < UNLIMITED_NANOS ? SliceClock.SHARED : SliceClock.STOPPED);
    }

    /** Messages up to this service time fit into the slice in full number. */
    int cheapNanos() {
        return (int) Math.min(Integer.MAX_VALUE, sliceNanos / messages);
    }
}
