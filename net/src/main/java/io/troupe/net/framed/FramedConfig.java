// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

/**
 * The bounds of each connection of a {@link FramedTransport}.
 *
 * @param maxFrameBytes most bytes of one frame without its length, in either direction; from 1. A longer one that comes
 *     in aborts the connection
 * @param maxQueuedBytes most bytes of frames that wait to leave one connection, each with the 4 bytes of its length; at
 *     least {@code maxFrameBytes + 4}. The bytes that the transport holds come on top
 */
public record FramedConfig(int maxFrameBytes, long maxQueuedBytes) {
    /** Bytes of the length before each frame. */
    static final int HEADER = Integer.BYTES;

    /**
     * Checks the ranges.
     *
     * @param maxFrameBytes 1 or more
     * @param maxQueuedBytes {@code maxFrameBytes + 4} or more
     * @throws IllegalArgumentException if a bound is out of its range
     */
    public FramedConfig {
        if (maxFrameBytes <= 0) {
            throw new IllegalArgumentException("maxFrameBytes must be more than zero: maxFrameBytes=" + maxFrameBytes);
        }
        if (maxQueuedBytes - HEADER < maxFrameBytes) {
            throw new IllegalArgumentException(
                    "maxQueuedBytes must have room for the longest frame and its length: maxQueuedBytes="
                            + maxQueuedBytes + ", maxFrameBytes=" + maxFrameBytes);
        }
    }

    /** {@return frames of 1 MiB at most, and 4 MiB that wait} */
    public static FramedConfig defaults() {
        return new FramedConfig(1 << 20, 4 << 20);
    }
}
