// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

/**
 * Bounds of framed connections.
 *
 * @param maxFrameBytes the longest frame, in either direction; more than zero
 * @param maxQueuedBytes frames that wait to leave one connection, with their lengths; room for the longest frame at least. What the
 *     transport holds comes on top
 */
public record FramedConfig(int maxFrameBytes, long maxQueuedBytes) {
    /** Bytes of the length before each frame. */
    static final int HEADER = Integer.BYTES;

    /** Checks the ranges. */
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

    /** Frames of 1 MiB, 4 MiB waiting. */
    public static FramedConfig defaults() {
        return new FramedConfig(1 << 20, 4 << 20);
    }
}
