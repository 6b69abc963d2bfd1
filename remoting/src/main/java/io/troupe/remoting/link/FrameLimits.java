// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

/**
 * The limits of one frame: its bytes and the nesting of its values. Both sides of a link have limits of their own.
 *
 * @param maxFrameBytes most bytes of one message as a frame, with its prefix; from 1 KiB to 64 MiB. To peers of earlier
 *     versions a message goes in one piece, of 16 MiB at most
 * @param maxDepth deepest nesting of values, from 4 to 1000
 */
public record FrameLimits(int maxFrameBytes, int maxDepth) {
    /** Most bytes of a frame that comes in one piece, whatever the limit. */
    public static final int MOST_WHOLE = 1 << 24;

    /** Smallest value of {@code maxFrameBytes}. */
    public static final int LEAST = 1 << 10;

    private static final FrameLimits DEFAULTS = new FrameLimits(1 << 20, 64);

    /**
     * Checks the ranges.
     *
     * @param maxFrameBytes 1 KiB to 64 MiB
     * @param maxDepth 4 to 1000
     * @throws IllegalArgumentException if a limit is out of its range
     */
    public FrameLimits {
        if (maxFrameBytes < LEAST || maxFrameBytes > 1 << 26) {
            throw new IllegalArgumentException(
                    "maxFrameBytes must be from 1024 to 67108864: maxFrameBytes=" + maxFrameBytes);
        }
        if (maxDepth < 4 || maxDepth > 1000) {
            throw new IllegalArgumentException("maxDepth must be from 4 to 1000: maxDepth=" + maxDepth);
        }
    }

    /** {@return 1 MiB, 64 levels} */
    public static FrameLimits defaults() {
        return DEFAULTS;
    }

    /** {@return most bytes of a frame in one piece: the lesser of {@code maxFrameBytes} and {@link #MOST_WHOLE}} */
    public int mostWhole() {
        return Math.min(maxFrameBytes, MOST_WHOLE);
    }
}
