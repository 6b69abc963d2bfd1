// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

/**
 * How much one turn may do before others get theirs.
 *
 * @param messages most messages in a turn, at least 1
 * @param sliceNanos most time of a turn, estimated from measured service times; at least 1
 * @param callbacks most callbacks in a turn, at least 1
 */
public record TurnLimits(int messages, long sliceNanos, int callbacks) {
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

    /** Messages up to this service time fit into the slice in full number. */
    int cheapNanos() {
        return (int) Math.min(Integer.MAX_VALUE, sliceNanos / messages);
    }
}
