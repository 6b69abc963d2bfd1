// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import java.time.Duration;

/**
 * Limits of one link: frames, calls, references, queues, memory.
 *
 * @param frames of frames
 * @param maxCalls calls from the other side that may be going on
 * @param maxExports references, promises and callbacks that the other side may hold
 * @param sendQueue messages to one target that may wait to be sent; a power of two, from 32
 * @param receiveQueue messages that may wait in an unbounded mailbox before the link holds them back; from 64
 * @param memory bytes of messages that may wait on this side, in each direction: to be sent, and received but not worked off; from
 *     65,536
 * @param heartbeat after which a silent link is asked for a sign of life
 */
public record LinkLimits(
        FrameLimits frames,
        int maxCalls,
        int maxExports,
        int sendQueue,
        int receiveQueue,
        int memory,
        Duration heartbeat) {
    /** 1 MiB frames, 65,536 calls, 100,000 exports, queues of 4096 and 16,384, 4 MiB, 2 s. */
    public static final LinkLimits DEFAULT =
            new LinkLimits(FrameLimits.DEFAULT, 65_536, 100_000, 4096, 16_384, 4 << 20, Duration.ofSeconds(2));

    private static final int SMALLEST_QUEUE = 32;
    private static final int SMALLEST_RECEIVE = 64;
    private static final int SMALLEST_MEMORY = 1 << 16;

    /** Checks the ranges. */
    public LinkLimits {
        atLeast(1, "maxCalls", maxCalls);
        atLeast(1, "maxExports", maxExports);
        atLeast(SMALLEST_QUEUE, "sendQueue", sendQueue);
        atLeast(SMALLEST_RECEIVE, "receiveQueue", receiveQueue);
        atLeast(SMALLEST_MEMORY, "memory", memory);
        if (Integer.bitCount(sendQueue) != 1) {
            throw new IllegalArgumentException("sendQueue must be a power of two: sendQueue=" + sendQueue);
        }
        if (heartbeat.toMillis() < 10) {
            throw new IllegalArgumentException("heartbeat must be at least 10 ms: heartbeat=" + heartbeat);
        }
    }

    private static void atLeast(int limit, String name, int value) {
        if (value < limit) {
            throw new IllegalArgumentException(name + " must be at least " + limit + ": " + name + "=" + value);
        }
    }
}
