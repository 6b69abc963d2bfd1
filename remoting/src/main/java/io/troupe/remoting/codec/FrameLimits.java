// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

/**
 * What a frame may hold.
 *
 * @param maxFrameBytes most bytes of one frame, with its prefix; 1 KiB to 16 MiB
 * @param maxDepth deepest nesting of values
 */
public record FrameLimits(int maxFrameBytes, int maxDepth) {
    /** 1 MiB, 64 levels. */
    public static final FrameLimits DEFAULT = new FrameLimits(1 << 20, 64);

    /** Checks the ranges. */
    public FrameLimits {
        if (maxFrameBytes < 1 << 10 || maxFrameBytes > 1 << 24) {
            throw new IllegalArgumentException(
                    "maxFrameBytes must be from 1024 to 16777216: maxFrameBytes=" + maxFrameBytes);
        }
        if (maxDepth < 4 || maxDepth > 1000) {
            throw new IllegalArgumentException("maxDepth must be from 4 to 1000: maxDepth=" + maxDepth);
        }
    }
}
